// npm run test:model: fetches the small model if it is not there, then runs the tests that use a real model.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.mjs";
import { root, runScript } from "./ensure-installed.mjs";
import { MODEL_TESTS, runTests } from "./test.mjs";

await runScript(async () => {
  await build();
  const get = [join(root, "dist/whippet.js"), "models", "get", "0.5b"];
  const { status } = spawnSync(process.execPath, get, { cwd: root, stdio: "inherit" });
  if (status === 0) {
    process.exitCode = runTests([...MODEL_TESTS, ...process.argv.slice(2)]);
  } else {
    console.error("no model: the real-model tests were not run");
    process.exitCode = 2;
  }
});
