/** Rules of the playground's own, beside those of every page. */
export const PLAYGROUND_STYLE = `
code.name, span.name { color: var(--soft); font-weight: 400; font-size: 0.8em; overflow-wrap: anywhere; }
span.name { font-size: 0.875rem; font-weight: 400; }
span.name code { font-size: 0.925em; }
.tabs code.name { display: block; }
.tabs a { height: 100%; line-height: 1.35; }
.modes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 0.5rem; margin-bottom: 1.25rem; }
.modes legend { margin-bottom: 0.4rem; }
.modes label { display: flex; gap: 0.6rem; align-items: flex-start; margin: 0; padding: 0.6rem 0.8rem; border: 1px solid var(--line); border-radius: 8px; font-weight: 400; cursor: pointer; }
.modes label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.modes input { margin-top: 0.3rem; flex: none; }
.modes .hint { display: block; margin: 0; }
form[data-run] .arguments { grid-template-columns: repeat(auto-fit, minmax(min(100%, 14.5rem), 1fr)); gap: 0 1.25rem; }
form[data-run] .arguments > .field { display: grid; grid-row: span 4; grid-template-rows: subgrid; }
form[data-run] .arguments > .field > label { align-self: end; }
section > p.hint.field { max-width: 88ch; }
form[data-run] .arguments > :first-child { grid-column: auto; }
form[data-run] details { margin-bottom: 1rem; }
form[data-run] textarea { width: 100%; field-sizing: content; max-height: 20rem; }
.countries { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0.75rem 1.5rem; }
.countries fieldset { margin: 0; padding: 0.6rem 0.8rem 0.7rem; border: 1px solid var(--line); border-radius: 8px; }
.countries legend { padding: 0 0.35rem; margin: 0 0 0 -0.35rem; font-size: 0.925rem; }
.countries .checks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12.5rem), 1fr)); gap: 0.15rem 1rem; }
.countries label.check { margin: 0; min-width: 0; }
.countries label.check > span { min-width: 0; overflow-wrap: anywhere; }
.countries input { flex: none; margin-top: 0.35rem; }
.countries fieldset:disabled { border-style: dashed; }
.countries fieldset:disabled :is(legend, label) { color: var(--soft); }
.sites:focus { outline: none; }
.examples { display: flex; flex-wrap: wrap; gap: 0.35rem 0.75rem; align-items: baseline; margin: 0 0 1.1rem; font-size: 0.925rem; }
.examples ul { display: flex; flex-wrap: wrap; gap: 0.35rem 0.5rem; list-style: none; margin: 0; padding: 0; min-width: 0; }
.examples a { display: inline-block; padding: 0.15rem 0.75rem; border: 1px solid var(--line); border-radius: 99px; text-decoration: none; overflow-wrap: anywhere; }
.examples a:hover { background: var(--accent-soft); border-color: var(--accent); }
form[data-run]:has([name="mode"][value="live"]:checked) .examples { display: none; }
.notice > :last-child { margin-bottom: 0; }
.badge.warn { color: var(--warn); background: var(--warn-soft); }
#progress .bar { align-items: center; margin-bottom: 0.5rem; }
#progress .bar h2 { margin: 0; }
#progress progress { margin: 0 0 1rem; }
.outcomes { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; margin: 0 0 0.5rem; padding: 0; }
.outcomes .badge { font-size: 0.85rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; border-radius: 1rem; }
.platform-rows { font-size: 0.925rem; margin-bottom: 0.5rem; }
.platform-rows code, .platform-rows .hint { display: block; }
.own-words { margin: 0.75rem 0; }
.platform-rows th { white-space: normal; }
#result h2:focus { outline: none; }
#result > details > pre { max-height: 24rem; overflow: auto; }
#answer > section > details:first-child { margin-top: 0; }
summary > h2 { display: inline; margin: 0; }
.total { font-size: 1.05rem; margin-bottom: 0.5rem; }
.jobs-view { margin-top: 1rem; }
.jobs-view .filter { grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); margin-bottom: 0.5rem; }
p.range { margin-bottom: 0; font-variant-numeric: tabular-nums; max-width: none; }
.jobs li { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35rem 2rem; }
.jobs .what, .jobs .pay-cell { min-width: 0; }
.jobs .pay-cell p { margin: 0; font-variant-numeric: tabular-nums; }
svg.pay { display: block; width: 100%; height: 0.5rem; margin: 0.35rem 0 0.25rem; border-radius: 99px; }
.pay .track { fill: var(--line); }
.pay .range { fill: var(--accent); }
.pay .open { fill: var(--accent); opacity: 0.35; }
p.facts-line { max-width: none; }
.facts-line { overflow-wrap: anywhere; font-size: 0.925rem; font-variant-numeric: tabular-nums; }
.hint.facts-line { font-size: 0.875rem; }
.jobs p.facts-line { margin: 0; }
.take { margin: 1rem 0 0; font-size: 0.925rem; gap: 0.5rem 0.9rem; max-width: none; }
button.small { min-height: 2rem; padding: 0.2rem 0.75rem; font-size: 0.875rem; }
.pager { margin-top: 1rem; justify-content: center; }
.key h3 .badge { font-weight: 600; }
.part { font-size: 0.875rem; color: var(--soft); margin: 0.75rem 0 0.35rem; }
.beside > div > .part { margin-top: 0.25rem; }
.sources .facts-line { display: block; }
.beside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem 1.5rem; margin-top: 0.5rem; }
.beside > div { min-width: 0; }
.beside pre { max-width: 100%; }
.shown, .beside pre, #result article > pre { max-height: 34rem; overflow: auto; }
.shown { border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; }
.shown :is(th, td) { overflow-wrap: normal; }
.shown pre { max-height: none; }
.shown .document > :first-child { margin-top: 0; }
.shown .document > :last-child { margin-bottom: 0; }
.links { font-size: 0.925rem; overflow-wrap: anywhere; }
@media (max-width: 47.99rem) {
  .countries fieldset:disabled { display: none; }
}
@media (min-width: 48rem) {
  .arguments label .name { display: block; }
  .jobs li { grid-template-columns: minmax(0, 1fr) minmax(12rem, 17rem); }
  .jobs .facts-line { grid-column: 1 / -1; }
  .beside { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media (min-width: 64rem) {
  form[data-run] .arguments { grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); }
}
`;
