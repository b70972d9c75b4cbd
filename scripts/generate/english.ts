/**
 * Maps the description of an argument in its schema to a sentence of the documentation. The descriptions are short
 * because models read them, whereas the sentences are for people.
 */
const ENGLISH: Readonly<Record<string, string>> = {
  'Search term, e.g. "data analyst"; each platform matches its words in its own way.':
    'The search term, for example "data analyst". Each platform matches the words in its own way.',
  'Platform codes of the country asked, as ping lists them.':
    'The codes of the platforms to search, as listed by `ping`. All of them must be in the same country.',
  'Country to search; GB when absent.': 'The country to search. The default is GB.',
  'City, region, département or postcode, or several: "Leeds or York", "Île-de-France"; the whole country when absent.':
    'A town, region (such as "Île-de-France"), département or postcode, or several of these ("Leeds or York"). The default is the whole country.',
  'Least yearly gross salary as digits, in pounds (GB) or euros (FR); the top of a range must reach it, jobs without a stated salary are left out. Hourly pay counts × 1950 (FR: 1820), daily × 260 (FR: 218), monthly × 12. "0" means no limit.':
    'The minimum gross annual salary, in pounds (GB) or euros (FR). The top of a job’s pay range must reach this minimum. Jobs without a stated salary are left out. Hourly pay is multiplied by 1,950 (FR: 1,820), daily pay by 260 (FR: 218), and monthly pay by 12. "0" means no minimum.',
  'dedup_hash values of jobs seen before; those jobs are left out.':
    'The `dedup_hash` values of jobs you have already seen. Those jobs are left out.',
  'Most jobs to return; 50 when absent.': 'The maximum number of jobs to return. The default is 50.',
  'Characters of each description; 300 when absent.':
    'The maximum length of each description, in characters. The default is 300.',
  'How far around a town or postcode, in kilometres; 10 when absent, 0 for the place alone.':
    'The distance around a town or postcode, in kilometres. The default is 10. With 0, the search covers only the place itself.',
  'Only jobs posted today or up to so many days ago.':
    'The maximum age of a job, in days. Jobs posted today are always included.',
  'Only jobs that surely have one of these; remote is wholly at home, hybrid partly.':
    'Keeps only jobs known to have one of the work modes you list. `remote` means that all the work is done from home, and `hybrid` that part of it is.',
  'Only jobs that surely have one of these; to rule one out, name the others. fixed_term: CDD, saisonnier, maternity cover; temporary: temping (intérim), bank, casual; freelance: contractors, IR35, indépendants; apprenticeship: alternance too.':
    'Keeps only jobs known to have one of the contracts you list. To exclude one, list all the others. `fixed_term` includes CDD, saisonnier and maternity cover. `temporary` includes temping (intérim), bank and casual work, and seasonal work in Britain. `freelance` includes contractors, IR35 roles and indépendants. `apprenticeship` includes alternance.',
  'Only jobs that surely have one of these.': 'Keeps only jobs known to have one of the values you list.',
  'Whole words or phrases, e.g. "senior", whatever their case and accents; jobs whose title or company (not description) holds one are left out.':
    'Leaves out jobs whose title or company contains any of the words or phrases you list, for example "senior". Descriptions are not checked. Only whole words match. Case and accents are ignored.',
  'false leaves out adverts of recruitment and temping agencies (not unknown ones), true keeps these alone.':
    'With `false`, adverts from recruitment and temping agencies are left out, but adverts that do not say who posted them are kept. With `true`, only adverts from agencies are kept.',
  'Order of the list: relevance when absent, date newest first, salary highest first (made yearly).':
    'The order of the list: `relevance` (the default), `date` (newest first) or `salary` (highest annual pay first).',
  'Jobs of the list to pass over: next_offset of an answer, with its other arguments unchanged, gives its next page; with another filter begin at 0.':
    'The number of jobs to skip. For the next page, send the `next_offset` of the last answer with the same query and filters. If you change a filter, start at 0 again.',
  'Each job quotes the words that its pay, work mode, contract, hours and dates were read from.':
    'If `true`, each job includes the words in which the source states the pay, work mode, contract, hours and dates.',
  'Employer names: up to 15 in light mode, up to 5 in deep mode.':
    'The employers’ names: up to 15 in light mode, up to 5 in deep mode.',
  'Form of the text block.': 'The format of the answer’s text version.',
  'light: fast, from search-result snippets. deep: full review pages with insight extraction.':
    '`light` is fast and reads search-result snippets. `deep` reads full review pages and extracts insights.',
  'National review sites to ask; any when absent.':
    'The country whose review sites are searched. By default, review sites of any country are searched.',
  'Public http or https addresses.': 'The public HTTP or HTTPS addresses of the pages to read.',
  'Render the page in a browser first; true when absent.':
    'Whether to render the page in a browser first. The default is true.',
  "markdown: main content; raw: HTML; xhr: the page's own XHR and fetch exchanges as JSON.":
    '`markdown` returns the main content, `raw` returns the HTML, and `xhr` returns the page’s own XHR and fetch exchanges as JSON.',
  'Country code of a proxy that the operator configured.':
    'The country code of a proxy that the operator has configured.',
  'Language such as "en-gb".': 'The language in which to request pages, such as "en-gb".',
};

export function inPlainEnglish(description: string): string {
  const sentence = ENGLISH[description];
  if (sentence === undefined) throw new Error(`scripts/generate/english.ts lacks: ${description}`);
  return sentence;
}
