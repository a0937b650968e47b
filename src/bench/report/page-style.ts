import { type Html, html } from "./html.ts";

/** The page's style sheet. Marks are told apart by shape and fill as well as by colour. */
export const PAGE_STYLE: Html = html`
:root {
  --bg: #ffffff; --fg: #1b1f24; --muted: #59636e; --line: #d1d9e0; --soft: #f3f5f7; --link: #0a58b0;
  --pass: #116329; --pass-bg: #dcf5e2; --fail: #a1121f; --fail-bg: #fde6e4;
  --g0: #0a5fb4; --g1: #b3500a; --g2: #0b766c; --g3: #7a3fd0; --g4: #b4196b; --g5: #55700a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #12161b; --fg: #e3e8ed; --muted: #9aa5b1; --line: #343c46; --soft: #1a2027; --link: #7db7ff;
    --pass: #7ee092; --pass-bg: #12351d; --fail: #ffa198; --fail-bg: #431619;
    --g0: #6cb4ff; --g1: #f5a259; --g2: #4fd0c2; --g3: #bd9cff; --g4: #ff8cc3; --g5: #b5d35c;
  }
}
.g0 { --c: var(--g0) } .g1 { --c: var(--g1) } .g2 { --c: var(--g2) } .g3 { --c: var(--g3) } .g4 { --c: var(--g4) } .g5 { --c: var(--g5) }
* { box-sizing: border-box }
html { background: var(--bg); color: var(--fg); font: 16px/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100% }
body { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .5rem }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
h4 { font-size: .95rem; margin: 1.25rem 0 .35rem }
h5 { font-size: .85rem; margin: 1rem 0 .35rem; color: var(--muted) }
p { margin: .35rem 0 .75rem; max-width: 44rem; text-wrap: pretty }
a { color: var(--link) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: 1rem }
.lead { margin: .15rem 0 } .verdict { margin-top: .75rem; font-weight: 600 }
.none, .axis-name { color: var(--muted) }
.axis-name { font-size: .875rem }
.shapes { position: absolute }
.key { vertical-align: -2px; overflow: visible }
.box { overflow-x: auto; margin: .5rem 0 1rem }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: normal }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
th { font-weight: 600 }
thead th, thead td { vertical-align: bottom }
tbody th[scope="row"] { font-weight: 400 }
th:last-child, td:last-child { padding-right: 0 }
.number { text-align: right; white-space: nowrap }
.facts tbody th { color: var(--muted); white-space: nowrap } .facts td { min-width: 8rem; overflow-wrap: anywhere }
.facts .differs td { font-weight: 600 } .facts .flag { min-width: 0; white-space: nowrap; font-weight: 400 !important; color: var(--muted) }
.plot { width: 100% } .plot th, .plot td { padding-top: 0; padding-bottom: 0; white-space: nowrap; border: 0 }
.rates tbody { line-height: 28px } .strips tbody { line-height: 44px }
.plot tbody tr:first-child > * { border-top: 1px solid var(--line) }
.lane { width: 60%; min-width: 9.5rem; padding-left: .75rem; padding-right: 2rem !important } .lane svg { display: block; overflow: visible }
svg text { fill: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums }
.grid, .frame { stroke: var(--line); fill: none } .range { stroke: var(--c); stroke-width: 2 }
.mark { fill: var(--c); fill-opacity: .8 } .hollow { fill: var(--bg); fill-opacity: .6; stroke: var(--c); stroke-width: 1.5 }
.cross { fill: none; stroke: var(--c); stroke-width: 1.75 } .filled { fill: var(--c) }
.diagonal { stroke: var(--muted); stroke-dasharray: 5 4 }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; margin: .5rem 0; padding: 0; font-size: .875rem }
.scatter { height: 24rem; max-width: 40rem; margin: 1rem 0 0; padding: .5rem 1.5rem 2rem 3.75rem } .scatter svg { overflow: visible }
.stops th { white-space: nowrap } .tokens th[scope="row"] { min-width: 9rem }
.stops .why { min-width: 12rem; max-width: 26rem; overflow-wrap: anywhere }
.bar { min-width: 7rem; white-space: nowrap } .bar .count { display: inline-block; width: 2rem; text-align: right; padding-right: .5rem }
.bar svg { width: calc(100% - 2.25rem); vertical-align: -1px }
.tasks td, .tasks th { padding-top: .15rem; padding-bottom: .15rem } .tasks tbody th { min-width: 8rem; overflow-wrap: anywhere }
.seeded .result { min-width: 5.5rem }
.result { display: inline-block; padding: 0 .45rem; border-radius: 4px; font-size: .875rem; white-space: nowrap; text-decoration: none; background: var(--soft); color: var(--muted) }
a.result:hover { text-decoration: underline }
.result.pass { background: var(--pass-bg); color: var(--pass) } .result.fail { background: var(--fail-bg); color: var(--fail) }
small { font-size: .8125rem; color: inherit; opacity: .85 }
details.run { border-bottom: 1px solid var(--line) }
.run > summary { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; padding: .4rem 0; cursor: pointer }
.run > summary::before { content: "▸"; color: var(--muted) } .run[open] > summary::before { content: "▾" }
.run > summary::-webkit-details-marker { display: none }
.run .task { flex: 1 1 12rem } .figures { color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums }
.inside { padding: .25rem 0 1.5rem 1rem; border-left: 3px solid var(--line); padding-left: 1rem; scroll-margin-top: 3.5rem }
.inside:target { border-left-color: var(--link) }
.reason { font-weight: 600 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; font-size: .875rem } dt { color: var(--muted) } dd { margin: 0 }
.files { margin: .25rem 0; padding-left: 1.25rem; font-size: .875rem }
pre, code { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); padding: .5rem .75rem; border-radius: 4px; unicode-bidi: plaintext; tab-size: 4 }
pre.box { white-space: pre; overflow-wrap: normal }
.before > summary { cursor: pointer; font-size: .875rem; color: var(--muted); margin-bottom: .5rem }
.part { margin-bottom: .6rem } .role { font-size: .8125rem; color: var(--muted) }
.role-assistant pre, .role-call pre { border-left: 3px solid var(--g0) } .role-thinking pre { border-left: 3px dotted var(--g0) }
.role-verdict pre, .role-check pre, .role-outcome pre { border-left: 3px solid var(--g1) }
@media (max-width: 36rem) {
  html { font-size: 15px } th, td { padding-right: .6rem } .lane { padding-left: .5rem; padding-right: 1.1rem !important } .minor { display: none }
  .scatter { height: 20rem; padding-left: 3.25rem; padding-right: .75rem }
  pre { padding: .5rem } .inside { padding-left: .6rem }
}
`;
