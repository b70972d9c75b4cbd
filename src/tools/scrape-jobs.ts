import { COUNTRIES, ScrapeJobsArguments, ScrapeJobsResult } from '../../schemas/index.ts';
import { PRICES } from '../credits/tool-prices.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import { asPhrase } from '../jobs/filters.ts';
import type { JobSearch } from '../jobs/search.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { invalidParams } from './read-arguments.ts';
import type { CallerToolCall, Tool, ToolCall } from './tool.ts';
import { documentMeta } from '../widgets/documents.ts';

/** Metered calls have a caller. Sample calls of the home page have none. */
type SearchToolCall = ToolCall & Partial<Pick<CallerToolCall, 'caller' | 'fetchedAfter'>>;

export function createScrapeJobsTool(
  catalog: PlatformCatalog,
  search: Pick<JobSearch, 'prepare'>,
): Tool<ScrapeJobsArguments, SearchToolCall> {
  const byCountry = COUNTRIES.map((country) => {
    const codes = catalog.enabled.filter((platform) => platform.country === country).map(({ code }) => code);
    return `${country}: ${codes.join(', ') || 'none'}`;
  }).join('. ');
  return {
    definition: {
      name: 'scrape_jobs',
      title: 'Search jobs',
      description: `Searches job platforms of one country at once and returns one clean list: yearly gross salaries, work mode, posting date, direct link, duplicates merged. Says for every platform how it went (ok, empty, blocked, rate_limited, timeout, changed …); one that fails does not fail the call. Cost: 2.0 credits, 0.5 when all comes from the cache, nothing when no platform delivers. Returns up to 50 jobs with short descriptions unless limit (up to 500) and description_length say otherwise; next_offset as offset gives the next page. Filters (place and radius_km, posted_within_days, work_mode, contract, hours, min_salary, exclude, agencies) keep only jobs that surely fit; each platform's left_out says how many each took. Platform codes (a trial has some of them; ping lists yours). ${byCountry}.`,
      inputSchema: ScrapeJobsArguments,
      outputSchema: ScrapeJobsResult,
      annotations: {
        title: 'Search jobs',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      _meta: { 'anthropic/maxResultSizeChars': 500_000, ...documentMeta('jobs', { aliases: true, callable: true }) },
    },
    hint: ({ country, platforms }, plan) => catalog.explainSearch(country, platforms, plan),
    prepare: async (args, call) => {
      const country = args.country ?? 'GB';
      const floor = Number(args.min_salary ?? 0);
      const query = readQuery(args);
      const prepared = await search.prepare({
        query,
        country,
        platforms: catalog.require(args.platforms, country, call.plan),
        location: args.location?.trim() ?? '',
        minSalary: floor > 0 ? floor : null,
        seen: args.dedup_hashes ?? [],
        limit: args.limit,
        descriptionLength: args.description_length,
        ignored: call.ignored,
        radiusKm: args.radius_km,
        postedWithinDays: args.posted_within_days,
        workModes: args.work_mode,
        contracts: args.contract,
        hours: args.hours,
        exclude: args.exclude,
        agencies: args.agencies,
        sort: args.sort,
        offset: args.offset,
        evidence: args.evidence,
        fetchedAfter: call.fetchedAfter,
        otherHashes: call.caller?.key.kind === 'watch',
        codesFor: (other) => catalog.codesFor(call.plan, other),
      });
      return {
        maximum: prepared.fromCache ? PRICES.jobsCached : PRICES.jobsFresh,
        immediate: prepared.fromCache,
        run: async () => {
          const answer = await prepared.run(call);
          return { ...answer, cost: answer.cached ? PRICES.jobsCached : PRICES.jobsFresh };
        },
      };
    },
  };
}

/** "staffing agency", "cabinet de recrutement": phrases for agencies, in the form that `asPhrase` returns. */
const AGENCY_WORDS =
  /^(?:(?:recruitment |staffing |employment |temp )?agenc(?:y|ies)|recruiters?|recruitment|(?:agences?|cabinets?)(?: de recrutement| d interim)?|interim|recrutement)$/;

/**
 * Returns the query without invisible characters. Throws a ServiceError `invalid_params` if nothing is left, if a hash
 * is malformed, or if a phrase in `exclude` has no letter or digit, is the query itself, or excludes agencies although
 * `agencies` is true.
 */
function readQuery({ query, dedup_hashes: hashes = [], exclude = [], agencies }: ScrapeJobsArguments): string {
  const visible = stripInvisible(query).trim();
  const fields = visible === '' ? [{ path: '/query', message: 'must not be blank' }] : [];
  const wrong = hashes.findIndex((hash) => !/^[0-9a-f]{32}$/.test(hash));
  if (wrong >= 0)
    fields.push({
      path: `/dedup_hashes/${wrong}`,
      message: 'is not a dedup_hash: send one from an earlier answer, 32 characters of 0-9 and a-f',
    });
  for (const [index, text] of exclude.entries()) {
    const phrase = asPhrase(text);
    const path = `/exclude/${index}`;
    if (phrase === '') fields.push({ path, message: 'has no letter or digit: give a word or phrase, as in "senior"' });
    else if (phrase === asPhrase(visible)) fields.push({ path, message: 'is the query itself: no job would be left' });
    else if (agencies === true && AGENCY_WORDS.test(phrase))
      fields.push({ path, message: 'excludes agencies, but agencies is true: leave one of them out' });
  }
  if (fields.length > 0) throw invalidParams(fields.slice(0, 10));
  return visible;
}
