/** Frames of Python's own library and of installed packages. */
const FOREIGN = /\/lib\/python[\d.]+\/|\/site-packages\/|<frozen |\/unittest\//;

/** A Python traceback without the frames that lie outside the project. */
export function withoutForeignFrames(lines: readonly string[]): string[] {
  let isForeign = false;
  return lines.filter((line) => {
    const frame = /^ +File "([^"]*)", line \d+/.exec(line);
    if (frame && line.startsWith('  File "')) isForeign = FOREIGN.test(frame[1] ?? "");
    else if (!line.startsWith("    ")) isForeign = false;
    return !isForeign;
  });
}
