/** The command line's options, as parsed. */
export type CliOptions = {
  readonly prompt?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly embedded?: boolean;
  readonly window?: number;
  readonly cwd?: string;
  readonly json?: boolean;
  readonly maxSteps?: number;
  readonly attempts?: number;
  readonly seed?: number;
  readonly allow: readonly string[];
  readonly yolo?: boolean;
  readonly download: boolean;
  readonly without: readonly string[];
};
