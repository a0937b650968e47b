import { newCallId } from "../lib/new-call-id.ts";
import type { Call, StreamEvent, ToolSpec } from "../types.ts";
import { behindJsonLabel } from "./behind-json-label.ts";
import { type Finish, readWhole } from "./feed.ts";
import { type CallMaker, makeBrokenCall, makeCall } from "./make-call.ts";
import { readJsonFrom } from "./read-json.ts";

type CallEvent = Extract<StreamEvent, { readonly type: "call" }>;

export type NativeCallAssembler = {
  push(event: CallEvent): void;
  /** The calls in the order of their first pieces, made to fit their schemas; those that can't run carry a `problem`. Ids are ours: a server may give the same in every reply. */
  end(finish: Finish): readonly Call[];
};

type Draft = { readonly index: number; id: string | undefined; name: string; readonly pieces: string[] };

const FORM = "native";

/** Puts the pieces of a server's own tool calls together. */
export function createNativeCallAssembler({
  tools,
  newId = newCallId,
}: {
  readonly tools: readonly ToolSpec[];
  readonly newId?: () => string;
}): NativeCallAssembler {
  const drafts: Draft[] = [];
  return {
    push({ index, id, name, arguments: piece }) {
      let draft = drafts.findLast((other) => other.index === index);
      // Some servers number every call 0; a new id with a name is a new call.
      if (!draft || (id && draft.id && id !== draft.id && name)) {
        draft = { index, id: undefined, name: "", pieces: [] };
        drafts.push(draft);
      }
      if (id) draft.id ??= id;
      if (name && name !== draft.name) draft.name += name;
      if (piece) draft.pieces.push(piece);
    },
    end(finish) {
      return drafts.map((draft) => readDraft(draft, { tools, newId }, finish));
    },
  };
}

function readDraft(draft: Draft, maker: CallMaker, finish: Finish): Call {
  const text = draft.pieces.join("");
  const broken = (error: string, at: number, cut: boolean): Call =>
    makeBrokenCall({ name: draft.name, error, near: text.slice(Math.max(0, at - 20), at + 20), cut }, FORM, maker);
  if (text.trim() === "") {
    if (finish !== "stop") return broken("there were no arguments", 0, true);
    return makeCall({ name: draft.name, arguments: {}, isExact: true }, FORM, maker);
  }
  const start = behindJsonLabel(text);
  const reading = readWhole(text, (feed) => readJsonFrom(feed, start), finish);
  if (!reading.ok) return broken(reading.error, reading.at, reading.cut && finish !== "stop");
  if (reading.damage.includes("unclosed") && finish !== "stop")
    return broken("brackets are missing", reading.end, true);
  if (/[^\s}\]`]/.test(text.slice(reading.end))) return broken("text goes on behind the arguments", reading.end, false);
  return makeCall({ name: draft.name, arguments: reading.value, isExact: true }, FORM, maker);
}
