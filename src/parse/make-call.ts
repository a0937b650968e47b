import type { Call, ToolSpec } from "../types.ts";
import { mendArguments } from "./arguments.ts";
import { CUT_OFF, misfit, unknownTool, unreadable } from "./call-problems.ts";
import type { WrittenCall } from "./call-shape.ts";
import { isObject } from "./json-schema.ts";
import { resolveToolName, type ToolName } from "./tool-name.ts";

/** What turns written calls into calls: the tools on offer, and where ids come from. */
export type CallMaker = { readonly tools: readonly ToolSpec[]; readonly newId: () => string };

/** The name of a call whose own name was lost. */
const UNKNOWN = "unknown";

/** A call that can run, or one whose `problem` tells the model why not: unknown tool, or arguments that do not fit its schema. */
export function makeCall(written: WrittenCall, form: string, maker: CallMaker): Call {
  const resolved = resolveName(written.name, maker);
  const tool = maker.tools.find(({ name }) => name === resolved.name);
  const asWritten = {
    id: maker.newId(),
    name: tool?.name ?? written.name,
    arguments: isObject(written.arguments) ? written.arguments : {},
    form,
  };
  if (!tool)
    return { ...asWritten, problem: unknownTool(written.name, resolved.name === null ? resolved.nearest : []) };
  const mended = mendArguments(written.arguments ?? {}, tool.parameters);
  if (mended.ok) return { ...asWritten, arguments: mended.value };
  return { ...asWritten, problem: misfit(tool.name, mended) };
}

/** Why an object that was meant as a call is none. `name` is null where it was lost too. */
export type Breakage = {
  readonly name: string | null;
  readonly error: string;
  readonly near: string;
  readonly cut: boolean;
};

/** The call that a broken object was meant to be: it never runs, and its problem says whether it was cut off or could not be read. */
export function makeBrokenCall(broken: Breakage, form: string, maker: CallMaker): Call {
  const name = broken.name === null ? UNKNOWN : (resolveName(broken.name, maker).name ?? broken.name);
  return {
    id: maker.newId(),
    name,
    arguments: {},
    form,
    problem: broken.cut ? CUT_OFF : unreadable(broken.error, broken.near),
  };
}

/** `resolveToolName` over the tools on offer. */
export function resolveName(written: string, { tools }: CallMaker): ToolName {
  return resolveToolName(
    written,
    tools.map((tool) => tool.name),
  );
}
