/** 128 + SIGPIPE: how a shell reports a program whose reader has gone. */
const EXIT_READER_GONE = 141;

/** The exit code after output could not be written. */
export function exitCodeAfter(error: NodeJS.ErrnoException): number {
  return error.code === "EPIPE" ? EXIT_READER_GONE : 1;
}

/** Output that nobody reads any more ends the program quietly, a full disk with a sentence; without this both would be bugs with a stack. */
export function watchOutput(): void {
  process.stderr.on("error", (error) => {
    process.exitCode = exitCodeAfter(error);
  });
  let told = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exitCode = exitCodeAfter(error);
    if (error.code !== "EPIPE" && !told) {
      process.stderr.write(`whippet: standard output can't be written (${error.code}).\n  whippet … > ANOTHER_FILE\n`);
    }
    told = true;
  });
}
