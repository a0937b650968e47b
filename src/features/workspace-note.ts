import { notesIn } from "../log/select.ts";
import type { Feature } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** A workspace of at most this many files is listed whole (A7). */
const LISTED_FILES = 30;

/** Where the agent works, once a session, in the first user entry (B1, A7). */
export function createWorkspaceNote(project: Project): Feature {
  return {
    name: "workspace-note",
    async notes({ log, facts }) {
      if (notesIn(log).some(({ note }) => note.kind === "workspace")) return [];
      const files = await project.list(LISTED_FILES + 1);
      const list =
        files.length > LISTED_FILES ? "more than 30 files" : files.length > 0 ? files.join(" ") : "no files yet";
      const text = `[Project folder: ${project.root} (${project.platform}). Files: ${list}]`;
      return [
        { kind: "workspace", text, maxTokens: Math.min(400, Math.floor(facts.window * 0.05)), partOfRequest: true },
      ];
    },
  };
}
