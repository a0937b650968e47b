/** The form of a call that was written as a fenced block with a whole file's content. */
export const FILE_BLOCK = "file-block";
