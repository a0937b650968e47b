import { describe, expect, it } from "vitest";
import type { BenchRecord } from "../bench-record.ts";
import { EXAMPLE_SETUP, exampleInvalid, exampleRun } from "../figures/example-run.ts";
import { reportPage } from "./report-page.ts";

const NOTHING = { sent: null, cached: null, evaluated: null, generated: null, fresh: null };
const TIME_LIMIT = { kind: "time-limit", why: "120 s are over.", exitCode: null } as const;

const request = {
  path: "/v1/chat/completions",
  status: 200,
  cancelled: false,
  startedAtSeconds: 0.5,
  secondsToFirstByte: 2.25,
  seconds: 14,
  sent: 1000,
  cached: 100,
  evaluated: 900,
  generated: 200,
  fresh: 880,
};

const base: BenchRecord[] = [
  exampleRun({ requests: [request, { ...request, status: 0, cancelled: true, secondsToFirstByte: null, sent: null }] }),
  exampleRun({ task: "exercism/say", result: "fail", stop: TIME_LIMIT, level: 4, seconds: 120.4 }),
  exampleRun({ task: "quixbugs/gcd", suite: "quixbugs", level: null, tokens: NOTHING }),
  exampleInvalid(),
];
const other = base.map((record) => ({ ...record, setup: { ...EXAMPLE_SETUP, options: ["--without", "repair"] } }));

/** The page without its style sheet, tags and runs of blanks: about what a reader gets. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

function section(page: string, id: string): string {
  return new RegExp(`<section id="${id}">.*?</section>`, "s").exec(page)?.[0] ?? "";
}

describe("the page", () => {
  const page = reportPage([
    { name: "base", records: base },
    { name: "no-repair", records: other },
  ]);

  it("stands alone: no script, nothing loaded, and a policy that forbids both", () => {
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    );
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(page).toContain("@media (prefers-color-scheme: dark)");
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\ssrc=|\son\w+=/i);
    expect([...page.matchAll(/href="([^"]*)"/g)].every(([, target]) => target?.startsWith("#"))).toBe(true);
  });

  it("leads only to places that exist, and names none twice", () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(targets).toContain("run-2-3");
  });

  it("begins with the results and the verdict", () => {
    const text = textOf(page);
    expect(text).toContain("A · base : 2 of 3 runs pass, 67 % (95 %: 21 to 94 %); 1 run invalid.");
    expect(text).toContain("No difference can be claimed: B − A = 0 points");
    expect(section(page, "comparison")).toContain("McNemar&#39;s exact test: p = 1.00");
  });

  it("says what was measured, and where it differs", () => {
    const measured = textOf(section(page, "measured"));
    expect(measured).toContain("options none --without repair differs");
    expect(measured).toContain(`model ${EXAMPLE_SETUP.model} ${EXAMPLE_SETUP.model} server`);
    expect(measured).toContain("runs 4 4 of these invalid 1 1 when 2026-03-01 10:00");
  });

  it("draws rates for all, suites and levels, with the numbers beside them", () => {
    const rates = section(page, "rates");
    expect(textOf(rates)).toMatch(/All A 67 % 21 to 94 % 2 of 3 B /);
    expect(textOf(rates)).toMatch(/quixbugs A 100 % 21 to 100 % 1 of 1 /);
    expect(textOf(rates)).toMatch(/level 4 A 0 % 0 to 79 % 0 of 1 .*no level A 100 %/);
    expect(rates).toContain('<use class="mark g0" href="#mark-0" x="66.67%" y="14">');
    expect(rates).toMatch(/<line class="range g0" x1="20.77%" x2="93.85%"/);
  });

  it("tells passes and fails apart by shape and lane in the plot of seconds", () => {
    const seconds = section(page, "seconds");
    expect(seconds).toMatch(/<use class="mark g0" href="#mark-0"[^>]*><title>exercism\/luhn, seed 1: 20 s<\/title>/);
    expect(seconds).toMatch(
      /<use class="cross g1" href="#mark-cross"[^>]*><title>exercism\/say, seed 1: 120 s<\/title>/,
    );
    expect(textOf(seconds)).toContain("fail exercism/say, seed 1: 120 s 1 120 s 120 s");
  });

  it("puts runs on the diagonal where only what was new was read, and says which are missing", () => {
    const same = { sent: 500, cached: 0, evaluated: 500, generated: 1, fresh: 500 };
    const tokens = section(
      reportPage([{ name: "a", records: [exampleRun({ tokens: same }), ...base.slice(1)] }]),
      "tokens",
    );
    expect(tokens).toMatch(/x="50%" y="50%"><title>exercism\/luhn, seed 1, pass: fresh 500, evaluated 500</);
    expect(textOf(tokens)).toContain("Not in the plot: 1 run whose evaluated or fresh tokens are unknown.");
    expect(tokens).toMatch(/role="img" aria-label="[^"]+"/);
    expect(textOf(tokens)).toMatch(/a 3 750 50 7 % 700 690 1\.01 101 1 run/);
  });

  it("counts what stopped failed runs", () => {
    expect(textOf(section(page, "stops"))).toContain("time-limit 120 s are over. 1 1");
  });

  it("shows every task against every group with a sign and a word", () => {
    const tasks = textOf(section(page, "tasks"));
    expect(tasks).toContain(
      "exercism/broken – invalid – invalid exercism/luhn ✓ pass ✓ pass exercism/say ✗ fail ✗ fail",
    );
  });

  it("opens each run to its requests", () => {
    const runs = textOf(section(page, "runs"));
    expect(runs).toContain("1 /v1/chat/completions 200 0.5 s 2.3 s 14 s 1,000 100 900 880 200");
    expect(runs).toContain("2 /v1/chat/completions no answer, cancelled 0.5 s – 14 s – 100");
    expect(runs).toContain("Invalid: Its start already passes. It says nothing about the agent and counts nowhere.");
    expect(runs).toContain("Ended time-limit: 120 s are over. (no exit code)");
    expect(runs).toContain("quixbugs/gcd 20 s, 1 step, tokens unknown");
  });
});

describe("a run's story", () => {
  it("goes step by step, with what came before folded", () => {
    const story = [
      { step: 0, role: "system", text: "You are an agent." },
      { step: 1, role: "call", text: "edit luhn.py\n  twice" },
      { step: 2, role: "never-heard-of", text: "" },
    ];
    const page = reportPage([{ name: "a", records: [exampleRun({ story })] }]);
    expect(page).toContain('<details class="before"><summary>Before the first step: 1 text</summary>');
    expect(page).toMatch(/<h5>Step 1<\/h5><div class="part role-call">.*?<pre>edit luhn\.py\n {2}twice<\/pre>/s);
    expect(page).toMatch(/<h5>Step 2<\/h5><div class="part role-other"><div class="role">never-heard-of<\/div>/);
  });

  it("shows what the tests printed as a terminal would", () => {
    const score = {
      exitCode: 1,
      timedOut: true,
      passed: null,
      ran: null,
      output: "\u001b[31mFAILED\u001b[0m\r\n10 %\r100 %\n",
    };
    const page = reportPage([{ name: "a", records: [exampleRun({ result: "fail", score })] }]);
    expect(page).toContain("<pre>FAILED\n100 %</pre>");
    expect(textOf(page)).toContain("Tests ran out of time");
  });
});

describe("several seeds", () => {
  it("stand beside each other in the grid and each lead to their run", () => {
    const records = [2, 1, 3].map((seed) => exampleRun({ seed, result: seed === 2 ? "fail" : "pass" }));
    const page = reportPage([{ name: "a", records }]);
    expect(textOf(section(page, "tasks"))).toContain("exercism/luhn 1 ✓ pass 2 ✗ fail 3 ✓ pass");
    expect(section(page, "tasks")).toMatch(/href="#run-1-1">.*href="#run-1-2">.*href="#run-1-3">/s);
    expect(textOf(section(page, "rates"))).toContain("Seeds of one task depend on each other");
    expect(textOf(section(page, "runs"))).toContain("exercism/luhn seed 2");
  });
});

describe("with little to show", () => {
  it.each([
    ["no groups", []],
    [
      "groups without runs",
      [
        { name: "a", records: [] },
        { name: "b", records: [] },
      ],
    ],
  ])("has one sentence for %s", (_, groups) => {
    const page = reportPage(groups);
    expect(textOf(page)).toContain("Bench report No runs.");
    expect(page).not.toContain("<section");
  });

  it("shows invalid runs where all are, without empty plots", () => {
    const page = reportPage([{ name: "a", records: [exampleInvalid()] }]);
    expect(textOf(page)).toContain("a : no run finished; 1 run invalid.");
    for (const id of ["rates", "seconds", "tokens"]) expect(textOf(section(page, id))).toContain("No run finished.");
    expect(page).not.toContain('class="plot');
  });

  it("leaves the token plot out where the server told nothing", () => {
    const tokens = section(reportPage([{ name: "a", records: [exampleRun({ tokens: NOTHING })] }]), "tokens");
    expect(textOf(tokens)).toContain("The server told these tokens for no run.");
    expect(tokens).not.toContain("<figure");
  });

  it("draws runs of no time and no tokens", () => {
    const none = { sent: 0, cached: 0, evaluated: 0, generated: 0, fresh: 0 };
    const page = reportPage([{ name: "a", records: [exampleRun({ seconds: 0, steps: 0, tokens: none })] }]);
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("compares only two groups that share finished runs", () => {
    const apart = [exampleRun({ task: "exercism/only-here" })];
    const pages = [
      reportPage([
        { name: "a", records: base },
        { name: "b", records: apart },
      ]),
      reportPage([
        { name: "a", records: base },
        { name: "b", records: [] },
      ]),
      reportPage([1, 2, 3].map((at) => ({ name: `g${at}`, records: base }))),
    ];
    for (const page of pages) {
      expect(page).not.toContain('id="comparison"');
      expect(page).not.toMatch(/NaN|Infinity|undefined/);
    }
    expect(textOf(section(pages[0] ?? "", "tasks"))).toContain("exercism/only-here not run ✓ pass");
  });
});

describe("hostile records", () => {
  const EVIL =
    "</script></style></title><script>alert(1)</script>\"><img src=x onerror='alert(2)'>\u202etxt\u0000\u001b]0;t\u0007\ud800&lt;";

  /** Every free text of the record made evil. */
  function poisoned(record: BenchRecord): BenchRecord {
    const fixed = new Set(["type", "result", "kind", "change", "protocol"]);
    const poison = (value: unknown, key = ""): unknown => {
      if (typeof value === "string") return fixed.has(key) ? value : value + EVIL;
      if (Array.isArray(value)) return value.map((one) => poison(one));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poison(one, name)]));
    };
    return poison(record) as BenchRecord;
  }

  const full = exampleRun({
    result: "fail",
    requests: [request],
    story: [
      { step: 0, role: "system", text: "a" },
      { step: 1, role: "tool", text: "b" },
    ],
    setup: { ...EXAMPLE_SETUP, options: ["--x"] },
  });
  const records = [full, ...base].map(poisoned);
  const page = reportPage([
    { name: `a${EVIL}`, records },
    { name: `b${EVIL}`, records: records.slice(1) },
  ]);

  it("bring in no element, no attribute and no invisible character", () => {
    const tags = [...page.matchAll(/<\/?([a-z][a-z0-9]*|!)/gi)].map(([, tag]) => tag);
    const known =
      "! html head meta title style body svg defs path header h1 p b nav a main section h2 h3 h4 h5 div table thead tbody tr th td span small ul li use line rect text figure pre details summary dl dt dd code";
    expect(new Set(tags.filter((tag) => !known.split(" ").includes(tag ?? "")))).toEqual(new Set());
    expect(page.match(/<title>/g)?.length).toBeGreaterThan(1);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    // Between tags no attribute can begin; inside one, every quote that is not the page's own is escaped.
    for (const [tag] of page.matchAll(/<[a-z][^>]*>/gi)) expect(tag).not.toMatch(/\son\w+=|\ssrc=/i);
    expect(page).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u);
  });

  it("are still shown", () => {
    expect(page).toContain(
      "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;⟨U+202E⟩",
    );
    expect(page).toContain("&amp;lt;");
  });
});

describe("many runs", () => {
  it("make a page quickly, and rare reasons share a row", () => {
    const records = Array.from({ length: 600 }, (_, at) =>
      exampleRun({
        task: `exercism/t${at}`,
        result: at % 3 === 0 ? "pass" : "fail",
        stop: { kind: "stopped", why: `reason ${at}`, exitCode: 1 },
        seconds: at,
      }),
    );
    const started = performance.now();
    const page = reportPage([{ name: "a", records }]);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(page.match(/<details class="run">/g)).toHaveLength(600);
    expect(textOf(section(page, "stops"))).toContain("other 385 more reasons 385");
  });
});
