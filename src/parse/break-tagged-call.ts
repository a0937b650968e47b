import type { Call } from "../types.ts";
import { unreadable } from "./call-problems.ts";
import type { Feed, Reading } from "./feed.ts";
import { type CallMaker, makeBrokenCall } from "./make-call.ts";
import type { TagForm } from "./tag-form.ts";

/** What went wrong with a call, and where. `name` is null where it was lost too; `cut`: the text ended in the call. */
export type Lost = {
  readonly name: string | null;
  readonly at: number;
  readonly error: string;
  readonly cut: boolean;
};

const NEAR = 20;

/** `makeBrokenCall` for a call with its arguments between tags. Waits for the end of the reply: all that follows belongs to the call. */
export function* breakTaggedCall(
  feed: Feed,
  { name, at, error, cut }: Lost,
  form: Pick<TagForm, "name" | "argumentCloser" | "callCloser">,
  maker: CallMaker,
): Reading<Call> {
  while (feed.finish === null) yield;
  const near = feed.text.slice(Math.max(0, at - NEAR), at + NEAR);
  const call = makeBrokenCall({ name, error, near, cut: cut && feed.finish !== "stop" }, form.name, maker);
  if (cut && feed.finish !== "stop") return call;
  const advice = `Close each argument with ${form.argumentCloser}, then the call with ${form.callCloser}.`;
  return { ...call, problem: unreadable(error, near, advice) };
}
