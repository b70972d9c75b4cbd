/**
 * How the documentation says what the schemas say of arguments. Schemas are
 * read by models and kept short; these sentences are for people.
 */
const ENGLISH: Readonly<Record<string, string>> = {
  'Search term, e.g. "data analyst"; each platform matches its words in its own way.':
    'The search term, for example "data analyst". Each platform matches its words in its own way.',
  'Platform codes of the country asked, as ping lists them.':
    'Codes of the platforms to search, as listed by `ping`, all for the same country.',
  'Country to search; GB when absent.': 'The country to search; GB by default.',
  'City, region, département or postcode, or several: "Leeds or York", "Île-de-France"; the whole country when absent.':
    'A city, region, département or postcode, or several: "Leeds or York", "Île-de-France". By default, the whole country.',
  'Least yearly gross salary as digits, in pounds (GB) or euros (FR); the top of a range must reach it, jobs without a stated salary are left out. Hourly pay counts × 1950 (FR: 1820), daily × 260 (FR: 218), monthly × 12. "0" means no limit.':
    'The minimum yearly gross salary, in pounds (GB) or euros (FR). The top of a range must reach it; jobs without a stated salary are left out. Hourly pay is multiplied by 1950 (FR: 1820), daily pay by 260 (FR: 218), and monthly pay by 12. "0" means no minimum.',
  'dedup_hash values of jobs seen before; those jobs are left out.':
    'The `dedup_hash` values of jobs you have already seen; those jobs are left out.',
  'Most jobs to return; 50 when absent.': 'The maximum number of jobs to return; 50 by default.',
  'Characters of each description; 300 when absent.':
    'The maximum number of characters of each description; 300 by default.',
  'How far around a town or postcode, in kilometres; 10 when absent, 0 for the place alone.':
    'The distance around a town or postcode, in kilometres; 10 by default, 0 for only the place itself.',
  'Only jobs posted today or up to so many days ago.': 'Only jobs posted in the last N days, or today.',
  'Only jobs that surely have one of these; remote is wholly at home, hybrid partly.':
    'Only jobs that certainly have one of these work modes: remote is entirely from home, hybrid partly.',
  'Only jobs that surely have one of these; to rule one out, name the others. fixed_term: CDD, saisonnier, maternity cover; temporary: temping (intérim), bank, casual; freelance: contractors, IR35, indépendants; apprenticeship: alternance too.':
    'Only jobs that certainly have one of these contracts; to rule one out, name the others. fixed_term includes CDD, saisonnier and maternity cover; temporary includes temping (intérim), bank and casual work; freelance includes contractors, IR35 and indépendants; apprenticeship includes alternance.',
  'Only jobs that surely have one of these.': 'Only jobs that certainly have one of these hours.',
  'Whole words or phrases, e.g. "senior", whatever their case and accents; jobs whose title or company (not description) holds one are left out.':
    'Whole words or phrases, for example "senior", in any case and with or without accents. Jobs with one of them in the title or company (not the description) are left out.',
  'false leaves out adverts of recruitment and temping agencies (not unknown ones), true keeps these alone.':
    'false leaves out adverts from recruitment and temping agencies, but keeps those that do not say; true keeps only agencies.',
  'Order of the list: relevance when absent, date newest first, salary highest first (made yearly).':
    'The order of the list: relevance (the default), date (newest first) or salary (highest yearly pay first).',
  'Jobs of the list to pass over: next_offset of an answer, with its other arguments unchanged, gives its next page; with another filter begin at 0.':
    'How many jobs to skip. For the next page, send the `next_offset` of an answer and leave the other arguments unchanged; with another filter, start at 0.',
  'Each job quotes the words that its pay, work mode, contract, hours and dates were read from.':
    'Whether each job quotes the words that its pay, work mode, contract, hours and dates were read from.',
  'Employer names: up to 15 in light mode, up to 5 in deep mode.':
    'Names of employers: up to 15 in light mode, up to 5 in deep mode.',
  'Form of the text block.': 'The format of the text block.',
  'light: fast, from search-result snippets. deep: full review pages with insight extraction.':
    'light is fast and reads snippets of search results; deep reads full review pages and extracts insights.',
  'National review sites to ask; any when absent.': 'The country of the review sites to search; by default, any.',
  'Public http or https addresses.': 'Public http or https addresses.',
  'Render the page in a browser first; true when absent.':
    'Whether to render the page in a browser first; true by default.',
  "markdown: main content; raw: HTML; xhr: the page's own XHR and fetch exchanges as JSON.":
    'markdown is the main content, raw the HTML, and xhr the page’s own XHR and fetch exchanges as JSON.',
  'Country code of a proxy that the operator configured.':
    'The country code of a proxy that the operator has configured.',
  'Language such as "en-gb".': 'A language, such as "en-gb".',
};

/** Throws if a description of a schema has no sentence for the documentation. */
export function inPlainEnglish(description: string): string {
  const sentence = ENGLISH[description];
  if (sentence === undefined) throw new Error(`scripts/generate/english.ts lacks: ${description}`);
  return sentence;
}
