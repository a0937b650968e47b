import { asksForChange } from "../lib/asks-for-change.ts";
import type { Entry, Profile } from "../types.ts";
import { lastReply, notesIn, runEntries, shownFiles, visibleEntries } from "./select.ts";
import { requestText } from "./select-request.ts";

/** File blocks are read where whole files are the profile's form and the request asks for a change: those shown, and the one file that was asked for last. */
export function fileBlocks(
  log: readonly Entry[],
  profile: Profile,
): { fileBlocks?: { shown: string[]; only?: string } } {
  if (profile.editFormat !== "whole" || !asksForChange(requestText(log))) return {};
  const start = runEntries(log)[0]?.seq ?? 0;
  const visible = visibleEntries(log).filter((entry) => entry.seq >= start);
  const since = lastReply(visible)?.seq ?? -1;
  const only = notesIn(visible).findLast(({ seq, note }) => note.asksFor !== undefined && seq > since)?.note.asksFor;
  const shown = [...shownFiles(log).keys()];
  return { fileBlocks: { shown, ...(only === undefined ? {} : { only }) } };
}
