/** Tabs that `tabbed` may have. */
const TABS = 10;

/** Shows the panel whose radio button is picked, by their place among their kind. */
const OPEN_PANEL = Array.from(
  { length: TABS },
  (_, index) => `.tabbed > input:nth-of-type(${index + 1}):checked ~ div:nth-of-type(${index + 1})`,
).join(',\n');

/** Keys, and whatever stands in tabs. */
export const KEYS_STYLE = `
.key { padding: 1.1rem 0; border-bottom: 1px solid var(--line); }
.key:first-of-type { padding-top: 0.25rem; }
.key + p { margin-top: 1.25rem; }
.key:last-of-type { border-bottom: 0; padding-bottom: 0; }
.key > :is(h2, h3) { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; font-size: 1.125rem; overflow-wrap: anywhere; }
.facts.rows { display: grid; gap: 0.6rem; font-size: 1rem; margin-bottom: 1rem; overflow-wrap: anywhere; }
.facts.rows .hint { display: block; }
.consent .actions { margin-top: 1.25rem; }
.manage { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 1.25rem 2rem; padding: 0.25rem 0 0.5rem; }
.manage h3 { font-size: 1rem; margin: 0 0 0.35rem; }
.secret { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; margin-bottom: 1.25rem; }
.secret pre { flex: 1 1 18rem; font-size: 1rem; line-height: 1.6; padding: 0.6rem 0.85rem; border-color: var(--soft); user-select: all; }
.name { font-weight: 400; overflow-wrap: anywhere; }
.tabbed { position: relative; display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0 0 1rem; }
.tabbed:last-child { margin-bottom: 0; }
.tabbed > input:is([type="radio"]) { position: absolute; width: 1px; height: 1px; margin: 0; opacity: 0; }
.tabbed > label { margin: 0; padding: 0.35rem 0.8rem; min-height: 2.25rem; font-weight: 500; color: var(--soft); border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.tabbed > label:hover { color: var(--text); background: var(--accent-soft); }
.tabbed > input:checked + label { color: var(--accent); background: var(--accent-soft); border-color: var(--accent); font-weight: 600; }
.tabbed > input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.tabbed > div { display: none; flex: 0 0 100%; min-width: 0; padding-top: 0.75rem; }
${OPEN_PANEL} { display: block; }
.tabbed .secret { margin-bottom: 0; }
.tabbed .secret pre { font-size: 0.875rem; border-color: var(--line); }
.snippet { margin-bottom: 0.75rem; min-width: 0; }
.snippet .bar { align-items: center; min-height: 2rem; margin-bottom: 0.25rem; }
.snippet button { min-height: 0; padding: 0.1rem 0.7rem; font-size: 0.875rem; margin-left: auto; }
.first-call { display: flex; align-items: center; gap: 0.75rem; font-size: 1.125rem; margin-bottom: 1rem; }
.first-call.good { color: var(--good); font-weight: 600; }
.mark { flex: none; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 99px; border: 1px solid currentcolor; line-height: 1; }
.first-call.good .mark { background: var(--good); color: var(--card); }
`;
