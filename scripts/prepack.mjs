// Before `npm pack`: a build from nothing, with the library's types and the licenses of the packages that are bundled.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, clean } from "./build.mjs";
import { root } from "./ensure-installed.mjs";

clean();
const inputs = await build();
writeFileSync(join(root, "dist/THIRD-PARTY-LICENSES.txt"), licensesOf(inputs));
if (existsSync(join(root, "src/app/create-agent.ts"))) {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", "scripts/tsconfig.types.json"], { cwd: root, stdio: "inherit" });
}

/**
 * Name, version and license text of each package that these files come from.
 * @param {string[]} files
 */
function licensesOf(files) {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, folder, file), "utf8").trim() : ""}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
