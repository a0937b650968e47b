import * as z from "zod/mini";
import { UserError } from "../../lib/user-error.ts";
import type { Checkout } from "./checkout.ts";
import { readIfText, readLicense, readOrigin } from "./checkout-origin.ts";
import { EXERCISE_LANGUAGES } from "./exercise-languages.ts";
import { NotImportable, type ReadResult, readOne } from "./imported-task.ts";
import { languageOf, readExercise } from "./read-exercise.ts";

const track = z.object({
  exercises: z.object({
    practice: z.array(
      z.object({ slug: z.string(), difficulty: z.optional(z.number()), status: z.optional(z.string()) }),
    ),
  }),
});
type Listed = z.infer<typeof track>["exercises"]["practice"][number];

/** The folder of exercises in a track; below this one, each exercise has a folder of its own. */
const PRACTICE = "exercises/practice";

/**
 * Reads a checkout of an Exercism track, or one that holds several tracks in a folder each, as aider's polyglot benchmark
 * does. `language` leaves the others out; a `UserError` where `folder`, the checkout's name for the person, is neither.
 */
export async function* readExercism(
  checkout: Checkout,
  { folder, language }: { readonly folder: string; readonly language?: string | undefined },
): AsyncGenerator<ReadResult> {
  const origin = await readOrigin(checkout);
  for (const prefix of await findTracks(checkout, folder)) {
    const license = await readLicense(checkout, prefix === "" ? [""] : [prefix, ""]);
    const listed = await readTrack(checkout, prefix);
    for (const name of await checkout.names(`${prefix}${PRACTICE}`)) {
      const exercise = { folder: `${prefix}${PRACTICE}/${name}`, name, license, listed: listed.get(name) };
      if (!(await checkout.names(`${exercise.folder}/.meta`)).includes("config.json")) continue;
      const spoken = await languageOf(checkout, exercise.folder);
      if (language !== undefined && spoken?.name !== language) continue;
      yield await readOne(prefix + name, () => readListed(checkout, { ...exercise, prefix, origin, spoken }));
    }
  }
}

type Found = {
  readonly folder: string;
  readonly name: string;
  readonly prefix: string;
  readonly license: string;
  readonly origin: string | undefined;
  readonly listed: Listed | undefined;
  readonly spoken: Awaited<ReturnType<typeof languageOf>>;
};

function readListed(checkout: Checkout, { prefix, origin, listed, spoken, ...exercise }: Found) {
  if (!spoken) {
    const known = EXERCISE_LANGUAGES.map(({ name }) => name).join(", ");
    throw new NotImportable(`Its language is none of those that can be run here: ${known}.`);
  }
  if (listed?.status === "deprecated") throw new NotImportable("The track has deprecated it.");
  return readExercise(checkout, {
    ...exercise,
    language: spoken,
    level: listed?.difficulty ?? null,
    suite: `${prefix === "" ? "exercism" : "polyglot"}-${spoken.name}`,
    source: origin ?? `github ${prefix === "" ? `exercism/${spoken.name}` : "Aider-AI/polyglot-benchmark"}`,
  });
}

/** Where tracks are, as a prefix of paths: "" for the checkout itself, else ending with `/`. */
async function findTracks(checkout: Checkout, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const prefix of ["", ...(await checkout.names("")).map((name) => `${name}/`)]) {
    if (!found.includes("") && (await checkout.names(`${prefix}${PRACTICE}`)).length > 0) found.push(prefix);
  }
  if (found.length > 0) return found;
  throw new UserError({
    code: "wrong-import-layout",
    message: `${folder} is no checkout of an Exercism track: it holds neither ${PRACTICE} nor */${PRACTICE}.`,
    hint: "Name the repository's top folder: whippet bench import exercism PATH/TO/python",
    exitCode: 2,
  });
}

/** What the track says of each exercise, by name; nothing where it has no readable list. */
async function readTrack(checkout: Checkout, prefix: string): Promise<ReadonlyMap<string, Listed>> {
  try {
    const text = (await readIfText(checkout, `${prefix}config.json`)) ?? "null";
    const listed = track.safeParse(JSON.parse(text)).data?.exercises.practice ?? [];
    return new Map(listed.map((exercise) => [exercise.slug, exercise]));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new Map();
  }
}
