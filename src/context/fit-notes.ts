import { lastReply, notesIn } from "../log/select.ts";
import type { Entry, Note } from "../types.ts";
import { charactersPerToken } from "./estimate-tokens.ts";

/** All notes of one request together take at most this share of the window. */
const NOTES_SHARE = 0.1;

/**
 * Cuts each note to its own bin and drops what no longer fits the notes' tenth of the window, of which the notes since the
 * last reply have taken their part already; parts of the request have only their bin.
 */
export function fitNotes(notes: readonly Note[], window: number, log: readonly Entry[]): Note[] {
  const ratio = charactersPerToken(log);
  const since = lastReply(log)?.seq ?? -1;
  const taken = notesIn(log.slice(since + 1)).filter(({ note }) => !note.partOfRequest);
  let left = window * NOTES_SHARE - taken.reduce((sum, { note }) => sum + note.text.length / ratio, 0);
  return notes.flatMap((note) => {
    const room = note.partOfRequest ? note.maxTokens : Math.min(note.maxTokens, left);
    const text = cutText(note.text, Math.floor(room * ratio));
    if (text === "") return [];
    if (!note.partOfRequest) left -= text.length / ratio;
    return [{ ...note, text }];
  });
}

function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const marker = "\n[cut]";
  return characters > marker.length * 4 ? text.slice(0, characters - marker.length) + marker : "";
}
