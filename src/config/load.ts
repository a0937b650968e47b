import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Everything that the surroundings decide, read once. Folders need not exist yet. */
export type Environment = {
  /** The person's home folder, links followed. */
  readonly home: string;
  /** The person's own settings: `$XDG_CONFIG_HOME/whippet`. */
  readonly configDir: string;
  /** Models, engine: `$XDG_CACHE_HOME/whippet`. */
  readonly cacheDir: string;
  /** Sessions: `$XDG_STATE_HOME/whippet`. */
  readonly stateDir: string;
  /** `WHIPPET_API_KEY`; goes only to the server named by `--base-url`. */
  readonly apiKey?: string;
  /** The variables that child processes get: all but Whippet's own secrets. */
  readonly variables: Readonly<Record<string, string>>;
};

/** The only reader of `process.env`. */
export function loadEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const home = env["HOME"] || homedir();
  const folder = (name: string, fallback: string): string => join(env[name] || join(home, fallback), "whippet");
  const { WHIPPET_API_KEY: apiKey, ...rest } = env;
  const variables = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    home: realFolder(home),
    configDir: folder("XDG_CONFIG_HOME", ".config"),
    cacheDir: folder("XDG_CACHE_HOME", ".cache"),
    stateDir: folder("XDG_STATE_HOME", ".local/state"),
    ...(apiKey ? { apiKey } : {}),
    variables,
  };
}

/** The path with its links followed, or as it is where that is not possible. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return path;
  }
}
