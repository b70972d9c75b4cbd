import { nearestOf, singularWords } from '../lib/nearest.ts';

export const TOOL_NAMES = ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url'] as const;
type ToolName = (typeof TOOL_NAMES)[number];

/** Longer names are cut before their words are compared. */
const MAXIMUM_COMPARED = 80;

/** Words that people use for what the tools are about, in English and French. */
const SUBJECTS: Readonly<Record<ToolName, string>> = {
  scrape_jobs: 'vacancies vacancy offers offres emplois annonces openings careers',
  get_reputation: 'companies company employers ratings reviews glassdoor entreprises employeurs avis notes',
  scrape_url: 'pages web sites websites links html browser',
  ping: 'status health credits balance plan account usage',
};

/** Words that people use for what the tools do. They count only if no subject is found. */
const ACTIONS: Readonly<Partial<Record<ToolName, string>>> = { scrape_url: 'fetch browse crawl' };

const TABLES = [SUBJECTS, ACTIONS].map((table) =>
  Object.entries(table).map(([tool, words]) => ({ tool, words: new Set(words.split(' ').flatMap(singularWords)) })),
);

/**
 * Returns the tool that a wrong name probably means: a tool with a similar name ("scrape_job"), a tool whose name comes
 * at the end of the wrong one ("jobdata.ping"), or the only tool that fits its words ("find_jobs", "company_rating").
 */
export function nearestTool(name: string, tools: readonly string[]): string | undefined {
  const near = nearestOf(name, tools);
  if (near !== undefined) return near;
  const words = singularWords(name.slice(0, MAXIMUM_COMPARED));
  const end = tools.find((one) => ` ${words.join(' ')}`.endsWith(` ${singularWords(one).join(' ')}`));
  if (end !== undefined) return end;
  // The last word of a tool's name is its subject: "job" for scrape_jobs.
  const bySubject = tools.filter((one) => words.includes(singularWords(one).at(-1) ?? ''));
  const found = [bySubject, ...TABLES.map((table) => toolsNamed(words, table).filter((one) => tools.includes(one)))];
  const [first, second] = found.find((candidates) => candidates.length > 0) ?? [];
  return second === undefined ? first : undefined;
}

function toolsNamed(words: readonly string[], table: (typeof TABLES)[number]): string[] {
  return table.filter((row) => words.some((word) => row.words.has(word))).map(({ tool }) => tool);
}
