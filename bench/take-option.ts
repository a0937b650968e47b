/** Takes `--name VALUE` or `--name=VALUE` out of a list of arguments, in place; undefined where it is not there or has no value. */
export function takeOption(args: string[], name: string): string | undefined {
  const index = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (index < 0) return undefined;
  const joined = args[index]?.slice(`--${name}=`.length);
  if (joined) {
    args.splice(index, 1);
    return joined;
  }
  return args.splice(index, 2)[1];
}

/** Takes `--name` out of a list of arguments, in place; true where it was there. */
export function takeFlag(args: string[], name: string): boolean {
  const index = args.indexOf(`--${name}`);
  if (index >= 0) args.splice(index, 1);
  return index >= 0;
}
