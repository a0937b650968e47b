import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { runFirstRequest } from "../testing/run-first-request.ts";
import { createWorkspaceNote } from "./workspace-note.ts";

it("tells the folder and its files once a session", async () => {
  const { project } = createMemoryProject({ files: { "src/a.js": "", "b.md": "" } });
  const { entry, agent } = await runFirstRequest("hi", [createWorkspaceNote(project)]);
  expect(entry).toBe("hi\n\n[Project folder: /project (Linux). Files: b.md src/a.js]");
  await run(agent.parts, { from: "person", lane: "soon", text: "more" });
  expect(agent.provider.requests.at(-1)?.messages.at(-1)?.text).toBe("more");
});

it("lists no more than thirty files", async () => {
  const files = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}.js`, ""]));
  const { entry } = await runFirstRequest("hi", [createWorkspaceNote(createMemoryProject({ files }).project)]);
  expect(entry).toContain("more than 30 files");
  expect(entry).not.toContain("f1.js");
});
