/** The whole look: light and dark, from 320 px on. */
export const STYLE = `:root {
  color-scheme: light dark;
  --back: #f7f8fa;
  --card: #ffffff;
  --line: #d5dae1;
  --text: #1a2330;
  --soft: #566273;
  --accent: #1f5f8b;
  --accent-text: #ffffff;
  --accent-soft: #e6f0f7;
  --good: #1c6b3c;
  --good-soft: #e5f4ea;
  --bad: #a3261b;
  --bad-soft: #fcebe9;
  --warn: #7a4d00;
  --warn-soft: #fdf3dc;
  --code: #f0f2f5;
  --tool0: #1f5f8b;
  --tool1: #c2681c;
  --tool2: #3c8a57;
  --tool3: #8a5aa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #11161d;
    --card: #1a212b;
    --line: #36414f;
    --text: #e6eaf0;
    --soft: #a7b2c0;
    --accent: #7dbbe6;
    --accent-text: #0c1822;
    --accent-soft: #1c3243;
    --good: #83d3a0;
    --good-soft: #17301f;
    --bad: #f59c92;
    --bad-soft: #3b1a17;
    --warn: #eec173;
    --warn-soft: #362a10;
    --code: #0e141b;
    --tool0: #7dbbe6;
    --tool1: #eca367;
    --tool2: #7ccb96;
    --tool3: #c69ae0;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--back);
  color: var(--text);
  overflow-wrap: break-word;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
h1, h2, h3 { line-height: 1.25; margin: 0 0 0.5rem; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; letter-spacing: -0.01em; margin-bottom: 1rem; }
h1 + .lead { margin-top: -0.5rem; }
h2 { font-size: 1.25rem; margin-bottom: 0.75rem; }
h3 { font-size: 1rem; }
p { margin: 0 0 0.75rem; max-width: 68ch; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre, .mono, textarea { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem; margin: 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.away { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--card); padding: 0.5rem 1rem; z-index: 2; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; padding: 0.75rem max(clamp(1rem, 4vw, 2.5rem), 50% - 31.5rem); background: var(--card); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: var(--text); text-decoration: none; letter-spacing: -0.01em; padding: 0.35rem 0; }
header nav { flex: 1 1 20rem; min-width: 0; }
header ul { display: flex; flex-wrap: wrap; gap: 0.15rem; list-style: none; margin: 0; padding: 0; }
header nav a { display: block; padding: 0.35rem 0.65rem; border-radius: 6px; color: var(--soft); text-decoration: none; }
header nav a:hover { color: var(--text); background: var(--accent-soft); }
header nav a[aria-current] { color: var(--accent); background: var(--accent-soft); font-weight: 600; }
main { max-width: 68rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1rem, 4vw, 2.5rem); }
.tabs { margin-bottom: 1.25rem; }
.tabs ul { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 0; padding: 0; }
.tabs a { display: block; padding: 0.4rem 0.8rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--soft); text-decoration: none; }
.tabs a:hover { background: var(--accent-soft); color: var(--text); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--accent); background: var(--accent-soft); font-weight: 600; }
footer { max-width: 68rem; margin: 0 auto; padding: 0.5rem clamp(1rem, 4vw, 2.5rem) 2rem; color: var(--soft); font-size: 0.875rem; }
footer { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between; align-items: center; }
footer ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0; padding: 0; overflow-wrap: anywhere; }
footer form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.lead { font-size: 1.125rem; color: var(--soft); }
.soft, .hint { color: var(--soft); }
.hint { font-size: 0.875rem; margin: 0.15rem 0 0; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 3vw, 1.5rem); margin: 0 0 1.25rem; }
section > :last-child, .card > :last-child { margin-bottom: 0; }
.narrow { max-width: 28rem; margin-inline: auto; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem; margin-bottom: 1.25rem; }
.grid > * { margin: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.25rem; align-items: start; }
.columns > * { margin: 0; min-width: 0; }
.columns > div > :last-child { margin-bottom: 0; }
.columns + section, .columns + .columns { margin-top: 1.25rem; }
.figure { display: flex; flex-wrap: wrap; gap: 1rem; margin-bottom: 1.25rem; }
.figure dt { color: var(--soft); font-size: 0.875rem; }
.figure dd { margin: 0; }
.figure > .card { flex: 1 1 auto; min-width: min(100%, 9rem); max-width: 100%; margin: 0; padding: 1rem 1.15rem; }
.figure > :first-child { flex-grow: 3; }
.figure .big { display: block; font-size: 1.4rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
dl { margin: 0; }
dd { margin: 0; }
dd.field:last-child { margin-bottom: 0; }
progress { width: 100%; height: 0.5rem; margin-top: 0.5rem; appearance: none; border: 0; border-radius: 99px; overflow: hidden; background: var(--line); display: block; }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
@media (forced-colors: active) {
  progress { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; }
  progress::-webkit-progress-bar { background: Canvas; }
  progress::-webkit-progress-value { background: CanvasText; }
  progress::-moz-progress-bar { background: CanvasText; }
}
label, .label { display: block; font-weight: 600; margin-bottom: 0.2rem; }
fieldset { border: 0; padding: 0; margin: 0 0 1rem; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: 0.25rem; }
.field { margin-bottom: 1rem; }
.error { color: var(--bad); font-size: 0.875rem; margin: 0.25rem 0 0; }
.qr { display: block; width: 100%; max-width: 14rem; height: auto; background: #ffffff; border-radius: 8px; margin-bottom: 0.75rem; }
.qr path { fill: #000000; }
.codes { columns: 2; column-gap: 2rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.sessions { list-style: none; margin: 0 0 1rem; padding: 0; }
.sessions li { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; align-items: center; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.sessions li:last-child { border-bottom: 0; }
.sessions li > div { flex: 1 1 12rem; min-width: 0; }
.sessions p { margin: 0; }
.arguments { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 1.5rem; align-items: start; margin-bottom: 0.5rem; }
.arguments > fieldset, .arguments > :has(textarea), .arguments > :first-child { grid-column: 1 / -1; }
form + .hint { margin-top: 1rem; }
.scroll + .scroll { margin-top: 1.5rem; }
form.next { margin-top: 0.75rem; }
.checks { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.modes { display: grid; gap: 0.25rem; }
.checks label, .check { display: inline-flex; gap: 0.45rem; align-items: start; font-weight: 400; min-height: 1.75rem; }
input[type="checkbox"], input[type="radio"] { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); flex: none; margin: 0.22rem 0 0; }
input:not([type="checkbox"], [type="radio"]), select, textarea { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 8px; padding: 0.5rem 0.65rem; min-height: 2.6rem; }
select, input:not([type="checkbox"], [type="radio"]) { height: 2.6rem; }
input[aria-invalid="true"]:not([type="checkbox"]) { border-color: var(--bad); }
textarea { min-height: 5rem; resize: vertical; }
button, .button { font: inherit; font-weight: 600; display: inline-block; cursor: pointer; color: var(--accent); background: var(--card); border: 1px solid var(--accent); border-radius: 8px; padding: 0.5rem 1rem; min-height: 2.6rem; max-width: 100%; overflow-wrap: break-word; text-decoration: none; line-height: 1.5; }
button:hover, .button:hover { background: var(--accent-soft); }
button.primary, .button.primary { background: var(--accent); color: var(--accent-text); }
button.primary:hover, .button.primary:hover { filter: brightness(1.1); }
button.danger { color: var(--bad); border-color: var(--bad); }
button.danger:hover { background: var(--bad-soft); }
button.link { border: 0; background: none; padding: 0.35rem 0; min-height: 0; color: var(--accent); text-decoration: underline; text-underline-offset: 0.15em; font-weight: 400; }
button[disabled] { opacity: 0.6; cursor: progress; }
[hidden] { display: none !important; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.notice { border-radius: 8px; padding: 0.65rem 0.9rem; border: 1px solid; max-width: none; margin-bottom: 1.25rem; }
.notice.good { color: var(--good); background: var(--good-soft); }
.notice.bad { color: var(--bad); background: var(--bad-soft); }
.notice.info { color: var(--warn); background: var(--warn-soft); }
.scroll { overflow-x: auto; background: linear-gradient(to right, var(--card) 30%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(to left, var(--card) 30%, transparent) right / 2.5rem 100% no-repeat local, linear-gradient(to right, var(--line), transparent) left / 0.9rem 100% no-repeat, linear-gradient(to left, var(--line), transparent) right / 0.9rem 100% no-repeat; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.45rem 0.75rem 0.45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; font-size: 0.875rem; white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { white-space: nowrap; }
thead .wrap, .wrap th { white-space: normal; }
.calls { font-size: 0.875rem; }
.rows td:last-child { overflow-wrap: anywhere; }
.calls td { white-space: nowrap; }
tbody .free { white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
.scroll tbody .free { min-width: 11rem; }
.number { text-align: right; white-space: nowrap; }
.nowrap { white-space: nowrap; }
data, time { font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.5rem; }
.badge { display: inline-block; font-size: 0.8125rem; font-weight: 600; border-radius: 0.8rem; padding: 0.05rem 0.6rem; border: 1px solid; color: var(--soft); }
.badge.good { color: var(--good); background: var(--good-soft); }
.badge.bad { color: var(--bad); background: var(--bad-soft); }
.pairs { display: grid; gap: 0.6rem; }
.pairs > div { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; gap: 0.25rem 1rem; }
.pairs dd { min-width: 0; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; color: var(--soft); font-size: 0.875rem; margin-bottom: 0.5rem; }
.facts dt { display: inline; }
.facts dt::after { content: ": "; white-space: pre; }
:lang(fr) .facts dt::after { content: "\\a0: "; }
.facts dd { display: inline; margin: 0; color: var(--text); }
details > summary { overflow-wrap: anywhere; cursor: pointer; color: var(--accent); padding: 0.3rem 0; width: fit-content; max-width: 100%; }
details[open] > summary { margin-bottom: 0.75rem; }
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; }
.choices { display: inline-flex; flex-wrap: wrap; gap: 0.15rem 0.75rem; margin-right: 1.25rem; }
p.choices { margin: 0 0 0.75rem; }
.choices > * { display: inline-block; min-height: 1.6rem; padding: 0.1rem 0; }
.plot { display: flex; gap: 0.5rem; margin-bottom: 4.5rem; }
.scale { display: flex; flex-direction: column; justify-content: space-between; margin: 0; text-align: right; color: var(--soft); font-size: 0.8125rem; line-height: 1; font-variant-numeric: tabular-nums; }
.columns-by-day { position: relative; flex: 1; min-width: 0; display: flex; gap: 2px; height: 11rem; list-style: none; margin: 0; padding: 0; background: var(--code); border: 1px solid var(--line); border-radius: 8px; }
.columns-by-day li { flex: 1; min-width: 0; display: flex; flex-direction: column; border-radius: 3px; }
.columns-by-day li:hover, .columns-by-day li:focus { background: var(--line); }
.columns-by-day svg { flex: none; width: 100%; height: 100%; }
.columns-by-day .ahead { background: repeating-linear-gradient(135deg, transparent 0 3px, var(--line) 3px 4px); }
.tick { width: 0; white-space: nowrap; color: var(--soft); font-size: 0.8125rem; padding-top: 0.2rem; font-variant-numeric: tabular-nums; }
.tip { position: absolute; left: -999rem; top: 100%; width: 100%; margin-top: 1.6rem; overflow-wrap: anywhere; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
li:hover > .tip, li:focus > .tip { left: 0; }
.columns-by-day:hover li:focus:not(:hover) > .tip { left: -999rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0 0 0.75rem; padding: 0; font-size: 0.875rem; }
.legend svg { width: 0.8rem; height: 0.8rem; margin-right: 0.4rem; }
.tool0 { fill: var(--tool0); } .tool1 { fill: var(--tool1); } .tool2 { fill: var(--tool2); } .tool3 { fill: var(--tool3); }
section > details:last-child { margin-top: 0.75rem; }
.filter .field { margin: 0; }
.filter { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr)); gap: 0.75rem; align-items: end; margin-bottom: 1rem; }
.jobs { list-style: none; margin: 0; padding: 0; }
.jobs li { padding: 0.9rem 0; border-bottom: 1px solid var(--line); }
.jobs li:last-child { border-bottom: 0; }
.jobs h3 { margin: 0 0 0.15rem; font-size: 1.125rem; overflow-wrap: anywhere; }
.jobs p { margin: 0.25rem 0 0; overflow-wrap: anywhere; }
.stars { color: var(--warn); letter-spacing: 0.1em; font-size: 1.25rem; }
.document { overflow-wrap: anywhere; }
.document h4 { font-size: 1.125rem; margin: 1rem 0 0.35rem; }
.docs { display: grid; grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr); gap: 1.5rem 2rem; align-items: start; }
.docs > nav { position: sticky; top: 1rem; font-size: 0.875rem; }
.docs > nav h2 { font-size: 0.875rem; color: var(--soft); margin: 1rem 0 0.25rem; }
.docs > nav ul { list-style: none; margin: 0; padding: 0; }
.docs > nav a { display: block; padding: 0.25rem 0.5rem; border-radius: 6px; text-decoration: none; }
.docs > nav a[aria-current] { background: var(--accent-soft); font-weight: 600; }
.contents ul { display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; list-style: none; margin: 0 0 1.25rem; padding: 0 0 0.75rem; border-bottom: 1px solid var(--line); font-size: 0.875rem; }
.docs .document h2 { margin-top: 2rem; scroll-margin-top: 1rem; }
.docs .document h3, .docs .document h4 { margin-top: 1.5rem; scroll-margin-top: 1rem; }
.docs .document pre { margin-bottom: 1rem; }
.docs .document .diagram { width: max-content; min-width: 100%; white-space: pre; overflow-wrap: normal; line-height: 1.25; }
.docs .document table { font-size: 0.875rem; margin-bottom: 1rem; }
.docs .document td { overflow-wrap: normal; }
.docs .document td:first-child code { white-space: nowrap; }
.docs .document li { margin-bottom: 0.35rem; max-width: 68ch; }
.plain { padding-left: 1.2rem; margin: 0; }
ol + .actions { margin-top: 1rem; }
.plain li { margin-bottom: 0.35rem; }
@media (max-width: 52rem) {
  .docs { grid-template-columns: minmax(0, 1fr); }
  .docs > nav { position: static; }
  .docs > nav ul { display: flex; flex-wrap: wrap; }
}
@media (max-width: 40rem) {
  .tick.tight { display: none; }
  h1 { font-size: 1.5rem; }
  header { padding-block: 0.5rem; }
  .wrap { font-size: 0.875rem; }
  .wrap th, .wrap td { padding-right: 0.5rem; }
  header nav { order: 3; flex-basis: 100%; }
  header > form { margin-left: auto; }
  header nav a { padding: 0.4rem 0.5rem; }
  header nav ul { margin-left: -0.5rem; }
  th, td { padding-right: 0.6rem; }
  .calls, .days { font-size: 0.875rem; }
  .calls th, .calls td, .days th, .days td { padding-right: 0.45rem; }
  .calls .badge { padding-inline: 0.4rem; font-size: 0.8125rem; }
  thead th { white-space: normal; vertical-align: bottom; }
  .pairs > div { grid-template-columns: 1fr; }
}
`;
