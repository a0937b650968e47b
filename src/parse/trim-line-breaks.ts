import type { TagForm } from "./tag-form.ts";

/** An argument's text as written. `isRaw`: line breaks at its ends may be the form's; `isClosed`: by a tag of its own. */
export type RawArgument = { readonly text: string; readonly isRaw: boolean; readonly isClosed: boolean };

const ON_OWN_LINES = /^\n(?:[\s\S]*\n)?$/;

/** The texts of a call's arguments without the line breaks that belong to the form: at most one right behind and one right before a tag. */
export function trimLineBreaks(
  given: readonly RawArgument[],
  { trims, hasLines }: Pick<TagForm, "trims" | "hasLines">,
): readonly string[] {
  const texts = given.map(({ text, isRaw, isClosed }) =>
    // Where the closing tag is missing, the line break that would stand behind it is no part of the value either.
    isRaw && !isClosed && hasLines ? text.replace(/\n$/, "") : text,
  );
  const isRaw = (_: string, index: number): boolean => given[index]?.isRaw === true;
  const areAlike = texts.filter(isRaw).every((text) => ON_OWN_LINES.test(text));
  if (trims === "never" || (trims === "alike" && !areAlike)) return texts;
  return texts.map((text, index) => (isRaw(text, index) ? text.replace(/^\n/, "").replace(/\n$/, "") : text));
}
