import type { StreamEvent } from "../types.ts";

type CallEvent = Extract<StreamEvent, { type: "call" }>;

/** A piece of a tool call as a server sends it. */
export type CallDelta = {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly arguments: string;
};

/**
 * Gives each call of one reply its own number. Servers are not to be trusted with `index`: Ollama sends every parallel
 * call with 0, others send none. A new id, a new name, or a name after complete arguments begins a new call.
 */
export function createCallNumbering(): (delta: CallDelta) => CallEvent {
  const calls: { index: number | undefined; id: string | undefined; name: string | undefined; arguments: string }[] =
    [];
  const find = ({ index, id }: CallDelta): number =>
    index === undefined
      ? calls.findLastIndex((call) => id === undefined || call.id === id)
      : calls.findLastIndex((call) => call.index === index);
  return (delta) => {
    const { index, id, name } = delta;
    const at = find(delta);
    const known = calls[at];
    if (known && !beginsNewCall(known, delta)) {
      known.id ??= id;
      known.name ??= name;
      known.arguments += delta.arguments;
      return event(at, delta);
    }
    calls.push({ index, id, name, arguments: delta.arguments });
    return event(calls.length - 1, delta);
  };
}

function beginsNewCall(known: Omit<CallDelta, "index">, { id, name, arguments: json }: CallDelta): boolean {
  if (id !== undefined && known.id !== undefined && id !== known.id) return true;
  if (name === undefined || known.name === undefined) return false;
  return name !== known.name || (id === undefined && json !== "" && isComplete(known.arguments));
}

function isComplete(json: string): boolean {
  try {
    return typeof JSON.parse(json) === "object";
  } catch {
    return false;
  }
}

function event(index: number, { id, name, arguments: json }: CallDelta): CallEvent {
  return {
    type: "call",
    index,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(json === "" ? {} : { arguments: json }),
  };
}
