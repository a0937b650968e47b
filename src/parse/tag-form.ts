import type { Feed, Reading } from "./feed.ts";

/**
 * A tag of a call. `wrapper` encloses calls, `call` the arguments, `argument` a value. `name` is the tool's or the
 * argument's, empty on closing tags and where it is lost; `end` the index behind the tag.
 */
export type Tag = {
  readonly role: "wrapper" | "call" | "argument";
  readonly isCloser: boolean;
  readonly name: string;
  readonly end: number;
  /** What the tag itself says of its value: text, or JSON. */
  readonly isText?: boolean | undefined;
  /** The value is a JSON object with all arguments. */
  readonly isAll?: boolean | undefined;
  /** `<…/>`: the tag closes itself. */
  readonly isEmpty?: boolean | undefined;
};

/** Where a tag is looked for: before a call, between its arguments (where only tags may stand), or within a value, where other text may. */
export type TagPlace = "before" | "between" | "within";

/** A form of calls in which each argument stands between tags, its value raw. */
export type TagForm = {
  readonly name: string;
  /** Texts at which a call may begin. */
  readonly marks: readonly string[];
  /** Sticky; matches what no tag begins with. */
  readonly plain: RegExp;
  /** Whether line breaks next to the tags belong to the form: `always`; `alike`, if a call has them around all values; or `never`. */
  readonly trims: "always" | "alike" | "never";
  /** Each tag between arguments has a line of its own. */
  readonly hasLines: boolean;
  /** A value may stand in `<![CDATA[…]]>`. */
  readonly hasCdata: boolean;
  readonly argumentCloser: string;
  readonly callCloser: string;
  /** The tag at `at`; "cut" if the text ends inside what may become an opening tag; null if none stands there. */
  readTag(feed: Feed, at: number, place: TagPlace): Reading<Tag | "cut" | null>;
};
