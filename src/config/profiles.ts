import type { Profile, Settings } from "../types.ts";
import { type ModelFamily, modelFamilies } from "./model-families.ts";
import type { UserModel } from "./user-models.ts";

/** A thought's budget in tokens where the model thinks (H1). */
const THINKING_BUDGET = 2_000;

type Habits = Omit<Profile, "name" | "settings" | "callForm" | "keepsThinking"> & { readonly thinks: boolean };

const LARGE: Habits = {
  editFormat: "patch",
  ask: "tools",
  ladder: ["repair", "attempt"],
  attempts: 1,
  attemptTemperature: 0.8,
  maxSteps: 40,
  attachShare: 0.3,
  protectTests: false,
  thinks: true,
};
const MEDIUM: Habits = { ...LARGE, editFormat: "whole", protectTests: true };
const SMALL: Habits = {
  ...MEDIUM,
  ask: "direct",
  ladder: ["attempt", "repair"],
  attempts: 6,
  maxSteps: 25,
  thinks: false,
};

/** Habits by size, largest first; a model belongs to the first class whose bound its weights exceed. 14 billion: whole files and guarded tests (E5, E11); 4 billion: direct asks, no thinking (A9, H1). */
const SIZE_CLASSES: readonly { readonly above: number; readonly habits: Habits }[] = [
  { above: 14e9, habits: LARGE },
  { above: 4e9, habits: MEDIUM },
  { above: 0, habits: SMALL },
];

/** Sampling for a model of no known family. */
const DEFAULT_SAMPLING: Settings = { temperature: 0.2, topP: 0.95, topK: 40 };

/** The profile for a model: habits by its size, sampling and thinking by its family, and over both what the person's own file says. A model of unknown size is treated with the care of a medium one. */
export function profileFor(model: string, weights: number | undefined, own: readonly UserModel[] = []): Profile {
  const name = plainName(model);
  const family = modelFamilies.find(({ pattern }) => pattern.test(name));
  const size = weights ?? weightsOf(name, family);
  const { thinks, ...habits } =
    size === undefined ? MEDIUM : (SIZE_CLASSES.find(({ above }) => size > above)?.habits ?? SMALL);
  const mine = own.find(({ fits }) => fits(name, size))?.values;
  const canThink = family === undefined || family.thinking !== undefined;
  const thinking = mine?.thinking ?? (canThink && thinks ? THINKING_BUDGET : "off");
  const sampling = (thinking !== "off" && family?.thinkingSampling) || (family?.sampling ?? DEFAULT_SAMPLING);
  const { settings: mySettings, thinking: _, ...myHabits } = mine ?? {};
  return {
    name: family?.name ?? "default",
    ...habits,
    ...(family ? { callForm: family.callForm } : {}),
    ...(family?.keepsThinking ? { keepsThinking: true } : {}),
    ...myHabits,
    settings: {
      ...sampling,
      ...mySettings,
      thinking,
      ...(family?.thinking ? { thinkingSwitch: family.thinking } : {}),
    },
  };
}

/** Number of weights as a model's name tells it ("qwen2.5-coder-1.5b-instruct" → 1.5e9; of a mixture the whole, "30b-a3b" → 30e9), or nothing. */
export function weightsFromName(name: string): number | undefined {
  const match = /(?:^|[-_:/ ])e?(\d+(?:\.\d+)?)([bm])(?:[-_:. ]|$)/i.exec(name);
  return match ? Number(match[1]) * (match[2]?.toLowerCase() === "m" ? 1e6 : 1e9) : undefined;
}

function weightsOf(name: string, family: ModelFamily | undefined): number | undefined {
  return weightsFromName(name) ?? family?.weights?.find(([pattern]) => pattern.test(name))?.[1];
}

/** Without folder, `.gguf` and capitals; some write blanks or underscores for hyphens. */
function plainName(model: string): string {
  return model
    .slice(model.lastIndexOf("/") + 1)
    .replace(/\.gguf$/i, "")
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}
