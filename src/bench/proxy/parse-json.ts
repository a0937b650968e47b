/** A JSON text as its value; undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    // Of white space, a byte order mark is not JSON's.
    return JSON.parse(text.trim());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
