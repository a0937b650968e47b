/** Text for the person, put together from pieces: without blanks at both ends, and one empty line where a call was taken out. */
export type Prose = {
  add(text: string): void;
  /** A call stood here. */
  gap(): void;
  /** What can be shown since the last time. */
  take(): string;
  all(): string;
};

/** Builds a prose from nothing; the result does not depend on how its text is cut into pieces. */
export function createProse(): Prose {
  const shown: string[] = [];
  let fresh = "";
  let isEmpty = true;
  let blanks = "";
  let isGap = false;
  const take = (): string => {
    const text = fresh;
    shown.push(text);
    fresh = "";
    return text;
  };
  return {
    add(piece) {
      const start = piece.length - piece.trimStart().length;
      blanks += piece.slice(0, start);
      if (start === piece.length) return;
      const end = piece.trimEnd().length;
      fresh += (isEmpty ? "" : isGap ? "\n\n" : blanks) + piece.slice(start, end);
      blanks = piece.slice(end);
      isEmpty = false;
      isGap = false;
    },
    gap() {
      isGap = true;
    },
    take,
    all() {
      take();
      return shown.join("");
    },
  };
}
