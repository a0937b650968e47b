/** Marks of the scanner, with what they stand for, by their first character. */
export type ByFirstCharacter<T extends { readonly mark: string }> = ReadonlyMap<string, readonly T[]>;

/** Groups marks by their first character, in order, so that few of them are looked for at any place. */
export function byFirstCharacter<T extends { readonly mark: string }>(marks: readonly T[]): ByFirstCharacter<T> {
  const groups = new Map<string, T[]>();
  for (const one of marks) {
    const group = groups.get(one.mark.charAt(0));
    if (group) group.push(one);
    else groups.set(one.mark.charAt(0), [one]);
  }
  return groups;
}
