/** The package's version, put in by the bundler. */
declare const WHIPPET_VERSION: string;

/** Markdown files are imported as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
