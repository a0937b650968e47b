/** True when a text was copied from a numbered view: nearly every line begins with a number and a tab, counting up. */
export function hasLineNumbers(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const numbers = lines.flatMap((line) => {
    const match = /^\s*(\d+)(?:\t|\||: ?| {2,}|→)/.exec(line);
    return match ? [Number(match[1])] : [];
  });
  const countsUp = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  return (
    numbers.length > 0 &&
    numbers.length >= lines.length * 0.8 &&
    countsUp &&
    (numbers.length > 1 || /^\s*\d+\t/.test(text))
  );
}
