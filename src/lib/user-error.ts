import type { UserErrorInfo } from "../types.ts";

/** Thrown where the person, or the machine's state, has to change something; caught once in `cli/main.ts`. */
export class UserError extends Error {
  readonly code: string;
  readonly hint: string;
  readonly exitCode: 1 | 2 | 3;

  /** `hint` is the next command to type; `exitCode` defaults to 1. */
  constructor({ code, message, hint, exitCode = 1 }: Omit<UserErrorInfo, "exitCode"> & { exitCode?: 1 | 2 | 3 }) {
    super(message);
    this.name = "UserError";
    this.code = code;
    this.hint = hint;
    this.exitCode = exitCode;
  }
}
