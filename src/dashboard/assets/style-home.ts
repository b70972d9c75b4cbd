/** The landing page, and the prices that the plan page shows too. */
export const HOME_STYLE = `
.hero { background: none; border: 0; padding: 1.5rem 0 1rem; }
.hero .actions { margin-top: 1.5rem; }
.hero h1 { font-size: clamp(2rem, 5vw, 2.75rem); max-width: 22ch; }
.showcase { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 1.5rem 2rem; margin: 1rem 0; }
.showcase h3 { font-size: 0.875rem; color: var(--soft); margin-bottom: 0.5rem; }
.showcase h4 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 0.15rem; overflow-wrap: anywhere; }
.showcase .jobs li:first-child { padding-top: 0; }
.tall { max-height: 24rem; overflow-y: auto; }
.outcomes tbody th { white-space: normal; }
.outcomes .badge { white-space: nowrap; }
.outcomes .badge { margin-right: 0.4rem; }
.prices { display: grid; gap: 1.25rem; margin-bottom: 1rem; }
.prices > div { display: grid; grid-template-columns: minmax(9rem, 12rem) minmax(0, 1fr); gap: 0.35rem 1.5rem; }
.prices dt code { font-size: 1rem; font-weight: 600; }
.prices ul { list-style: none; margin: 0; padding: 0; }
.prices li { display: flex; flex-wrap: wrap; gap: 0.15rem 1.5rem; justify-content: space-between; padding: 0.35rem 0; border-top: 1px solid var(--line); }
.prices p + ul { margin-top: 0; }
.prices strong { white-space: nowrap; font-variant-numeric: tabular-nums; }
@media (max-width: 48rem) {
  .showcase { grid-template-columns: minmax(0, 1fr); }
  .prices > div { grid-template-columns: minmax(0, 1fr); }
}
`;
