import { estimateText } from "../context/estimate-tokens.ts";
import { replyReserve } from "../context/fit-request.ts";
import { asksForChange } from "../lib/asks-for-change.ts";
import { isTestFile } from "../lib/is-test-file.ts";
import { failingCalls, maskBody } from "../lib/mask-body.ts";
import { namedPaths } from "../lib/named-paths.ts";
import { numberLines } from "../lib/number-lines.ts";
import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { splitLines } from "../lib/split-lines.ts";
import { isGreen, replies, runEntries } from "../log/select.ts";
import { FOUND_FILE, NAMED_FILE } from "../log/select-asks.ts";
import { baselineCheck } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Context, Feature, Note } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** Files looked through for a name; a larger workspace is matched by its first so many. */
const SEARCHED_FILES = 5_000;
/** Files that a direct ask may take: at most so many lines, and this share of the reply's reserve (E5). */
const ASKABLE = { lines: 200, reserveShare: 0.6 };
const DATA = /\.(?:md|txt|rst|json|ya?ml|toml|ini|cfg|csv|xml|lock)$/i;
/** Files found, not named, that are attached at most. */
const MOST_FOUND = 4;

/** A7, A8: the files that the request names, and those that the failing test leads to, come with the request and count as read. */
export function createAttachFiles(project: Project): Feature {
  return {
    name: "attach-files",
    async notes(context) {
      if (replies(runEntries(context.log)).length > 0) return [];
      const files = await project.list(SEARCHED_FILES);
      const { found, missing } = namedPaths(requestText(context.log), files);
      const created = newFiles(context, missing);
      const others = created.length > 0 ? [] : await foundFiles(context, project, files);
      const alsoFound = others.filter((path) => !found.includes(path));
      return attach(context, project, found, alsoFound, created);
    },
  };
}

/** Names of files to be made count as askable although there is nothing to attach. */
function newFiles({ log }: Context, missing: readonly string[]): readonly string[] {
  const wantsNew = /\b(create|write|add|make|new|implement|generate)\b/i.test(requestText(log));
  return wantsNew ? missing.filter((path) => !DATA.test(path) || missing.length === 1).slice(0, 2) : [];
}

/** Where the request names none: the files behind the failing test, or the only source file there is. */
async function foundFiles({ log }: Context, project: Project, files: readonly string[]): Promise<string[]> {
  const text = requestText(log);
  const check = baselineCheck(log);
  if (check && !isGreen(check) && speaksOfFailingTests(text)) {
    const tests = check.files.filter(isTestFile);
    const related = await Promise.all(tests.map((test) => project.related(test)));
    const paths = [...check.files.filter((path) => !isTestFile(path)), ...related.flat()];
    const sources = [...new Set(paths)].filter((path) => !isTestFile(path)).slice(0, MOST_FOUND);
    return definingFirst(sources, check.firstFailure, project);
  }
  const sources = files.filter(
    (path) => !isTestFile(path) && /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|cc|cpp|rb|php)$/.test(path),
  );
  return asksForChange(text) && sources.length === 1 ? sources : [];
}

/** The file first that defines what the failing test calls, so that it is asked for first. */
async function definingFirst(paths: readonly string[], failure: string, project: Project): Promise<string[]> {
  const names = failingCalls(failure);
  const ranks = new Map<string, number>();
  for (const path of paths) {
    const text = (await project.read(path))?.text ?? "";
    const rank = names.findIndex((name) => maskBody(path, text, name, 0).count > 0);
    ranks.set(path, rank < 0 ? names.length : rank);
  }
  return paths.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

async function attach(
  context: Context,
  project: Project,
  named: readonly string[],
  found: readonly string[],
  created: readonly string[],
): Promise<Note[]> {
  const notes: Note[] = [];
  let room = Math.floor(context.facts.window * context.profile.attachShare);
  for (const path of [...named, ...found]) {
    const file = await project.read(path);
    if (!file) continue;
    const text = `[${path}, ${file.view.total} lines:]\n${numberLines(splitLines(file.text))}`;
    const tokens = estimateText(text, context.log);
    const kind = named.includes(path) ? NAMED_FILE : FOUND_FILE;
    if (tokens > room) {
      const hint = `[${path} has ${file.view.total} lines, too many to attach: read the part that matters.]`;
      notes.push({ kind, text: hint, maxTokens: 60, partOfRequest: true });
      continue;
    }
    room -= tokens;
    const isAskable =
      asksForChange(requestText(context.log)) &&
      isToChange(path, named) &&
      fitsReply(context, file.text, file.view.total);
    notes.push({
      kind,
      text,
      maxTokens: tokens + 1,
      partOfRequest: true,
      files: [file.view],
      ...(isAskable ? { askable: [path] } : {}),
    });
  }
  if (created.length === 0) return notes;
  const text = `[${created.join(", ")} does not exist yet.]`;
  return [...notes, { kind: NAMED_FILE, text, maxTokens: 60, partOfRequest: true, askable: created }];
}

/** Code is what changes; a document or data file only where no code is named. */
function isToChange(path: string, named: readonly string[]): boolean {
  return !isTestFile(path) && (!DATA.test(path) || named.every((other) => DATA.test(other)));
}

function fitsReply({ facts, log }: Context, text: string, lines: number): boolean {
  return lines <= ASKABLE.lines && estimateText(text, log) <= replyReserve(facts.window) * ASKABLE.reserveShare;
}
