import type { Environment } from "../config/load.ts";
import { UserError } from "../lib/user-error.ts";

/** Refuses places that no agent should work in unless they were named on purpose (L0), and systems that are not supported. */
export function assertWorkspace(
  folder: string,
  options: { readonly isNamed: boolean; readonly environment: Pick<Environment, "home">; readonly platform: string },
): void {
  if (options.platform === "win32") {
    throw new UserError({
      code: "windows",
      message: "Whippet runs on Linux and macOS; on Windows use it inside WSL.",
      hint: "wsl --install",
      exitCode: 2,
    });
  }
  if (options.isNamed || (folder !== "/" && folder !== options.environment.home)) return;
  throw new UserError({
    code: "not-here",
    message: `${folder} is not a project folder; Whippet does not work in a home folder or in / by chance.`,
    hint: `cd into your project, or say that you mean it: whippet --cwd ${folder} …`,
    exitCode: 2,
  });
}
