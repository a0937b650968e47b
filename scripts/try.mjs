// npm run try: installs what is missing, builds, then lets Whippet fix the bug of a small project.
import { join } from "node:path";
import { root } from "./ensure-installed.mjs";

process.argv.splice(2, 0, join(root, "bench/try.ts"));
await import("./run-ts.mjs");
