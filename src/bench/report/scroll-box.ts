import { type Html, html } from "./html.ts";

/** A box that scrolls sideways by itself, also by keyboard, so that the page never does. */
export function scrollBox(label: string, content: Html): Html {
  return html`<div class="box" role="region" aria-label="${label}" tabindex="0">${content}</div>`;
}
