/** The operator's timeline of sources. */
export const SOURCES_STYLE = `
.timeline { display: block; width: 100%; min-width: 11rem; height: 1.75rem; }
.timeline.tall-line { height: 4rem; max-height: none; overflow: visible; margin-bottom: 0.75rem; }
.day-well { fill: var(--good); }
.day-unsure { fill: var(--warn); }
.day-bad { fill: var(--bad); }
.day-none { fill: var(--line); }
.badge.warn { color: var(--warn); background: var(--warn-soft); }
.sources td { vertical-align: middle; }
.sources .badge { white-space: nowrap; }
.sources p { margin: 0; }
.sources td:nth-child(2) { min-width: 9rem; }
`;
