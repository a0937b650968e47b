import { describe, expect, it } from "vitest";
import { html } from "./html.ts";

const shown = (text: string) => html`${text}`.html;

describe("html", () => {
  it("escapes whatever is put in, also inside attributes and lists", () => {
    expect(html`<a title="${'"><img onerror=x>'}">${["<b>", "&", "'"]}</a>`.html).toBe(
      '<a title="&quot;&gt;&lt;img onerror=x&gt;">&lt;b&gt;&amp;&#39;</a>',
    );
  });

  it("puts in its own kind as it is, once; numbers as such; nothing for undefined", () => {
    expect(html`${html`<b>${"<"}</b>`}${7}${undefined}${[html`<i>`, "<i>"]}`.html).toBe("<b>&lt;</b>7<i>&lt;i&gt;");
  });

  it("shows control characters, directional marks and halves of characters instead of passing them on", () => {
    expect(shown("a\u0000b\u001b[31m\u007f\u0085")).toBe("a␀b␛[31m␡�");
    expect(shown("x\u202egnp.exe\u2069\u061c")).toBe("x⟨U+202E⟩gnp.exe⟨U+2069⟩⟨U+061C⟩");
    expect(shown("\ud800 \udc00 \ud83d\udc15")).toBe("� � 🐕");
    expect(shown("one\r\ntwo\tthree\rfour")).toBe("one\ntwo\tthree␍four");
  });

  it("leaves the text of the world alone", () => {
    expect(shown("größe 日本語 עברית — 👩‍💻")).toBe("größe 日本語 עברית — 👩‍💻");
  });
});
