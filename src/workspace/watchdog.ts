import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** Kills process groups when this process is gone, however it went: also by `kill -9`. */
export type Watchdog = {
  /** Resolves when the group is known to the watchdog: from then on it will not outlive this process. */
  add(group: number): Promise<void>;
  drop(group: number): void;
  /** Kills every group still known and ends the watchdog itself. */
  close(): Promise<void>;
};

/** Waits on its standard input, whose other end closes when we die; then kills the groups it knows. It ignores what a terminal sends. */
const SCRIPT = `
trap '' HUP INT QUIT TERM
groups=
while read -r word group; do
  case $word in
    add) groups="$groups $group" ;;
    drop)
      kept=
      for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done
      groups=$kept ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
`;

/** Started with the first group, in a session of its own, and again should somebody have killed it. */
export function createWatchdog(): Watchdog {
  const groups = new Set<number>();
  let running: ChildProcess | undefined;

  async function tell(line: string): Promise<void> {
    if (!running?.stdin?.writable) running = start([...groups]);
    const { stdin } = running;
    await new Promise<void>((done) => stdin?.write(line, () => done()));
  }
  return {
    async add(group) {
      await tell(`add ${group}\n`);
      groups.add(group);
    },
    drop(group) {
      if (groups.delete(group)) void tell(`drop ${group}\n`);
    },
    async close() {
      const closing = running;
      running = undefined;
      groups.clear();
      if (!closing || closing.exitCode !== null || closing.signalCode !== null) return;
      closing.ref();
      closing.stdin?.end();
      await once(closing, "exit");
    },
  };
}

function start(groups: readonly number[]): ChildProcess {
  const child = spawn("sh", ["-c", SCRIPT, "whippet-watchdog"], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // A broken pipe or a missing sh shows as `writable === false` at the next use.
  child.on("error", () => child.stdin?.destroy());
  child.stdin?.on("error", () => child.stdin?.destroy());
  // Neither the process nor the pipe keeps this process alive: its end is the signal.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  for (const group of groups) child.stdin?.write(`add ${group}\n`);
  return child;
}
