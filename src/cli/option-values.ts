import { InvalidArgumentError } from "commander";

/** An option's value as a whole number from 1 up. */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number from 1 up.");
  return value;
}

/** An option's value as a whole number from 0 up. */
export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError("It must be a whole number from 0 up.");
  return value;
}

/** Reads an option's value as a whole number from 1 up to `most`. */
export function positiveUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = positive(text);
    if (value > most) throw new InvalidArgumentError(`It must be at most ${most}.`);
    return value;
  };
}
