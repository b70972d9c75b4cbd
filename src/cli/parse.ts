import { UsageError } from '../errors.ts';
import { normalizeListing } from '../jobs/normalize-listing.ts';
import { type AnswerParser, createThreadParser, savedListTask } from '../jobs/parser.ts';
import { contractOf, hoursOf } from '../jobs/terms.ts';
import { decodeBody } from '../lib/charset.ts';
import { findPlatform, PLATFORMS } from '../sources/platforms/index.ts';
import { readJobPostings } from '../sources/platforms/jsonld.ts';
import type { Listing, ListingPage, Platform } from '../sources/platforms/platform.ts';
import { detectBlockPage, BLOCK_PAGE_REASONS } from '../reading/block-page.ts';
import { printPage } from './parse-page.ts';
import { findReviewSource, parseReviews, REVIEW_SOURCES } from './parse-reviews.ts';
import { didYouMean, output, readNamedFile, requirePositional, text, type Command } from './command.ts';
import { readTime } from './read.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const PAGE = 'page';
const SOURCES = [...PLATFORMS.map(({ code }) => code), ...REVIEW_SOURCES, PAGE];

export const parse: Command = {
  name: 'parse',
  summary: "Run one platform's or review site's reader on a saved page or answer.",
  usage: 'SOURCE FILE [--now ISO] [--url U]',
  examples: ['reed saved-page.html', 'page saved-page.html --url https://example.com/jobs/1'],
  hidden: '--json',
  words: 2,
  details: `The output is JSON: an array of jobs with full descriptions, or what a review site says about one employer. If the page is not the answer to a search, its JSON-LD is read; --url is the address from which the page was saved. "page" prints the markdown that scrape_url returns for the page, and needs --url. SOURCE: ${SOURCES.join(', ')}.`,
  run: async (args) => {
    const code = requirePositional(args, 0, 'SOURCE');
    const file = requirePositional(args, 1, 'FILE');
    if (code === PAGE) return printPage(args, file);
    const site = findReviewSource(code);
    if (site) return output(args, await parseReviews(site, file, text(args, 'url') ?? ''));
    const platform = findPlatform(code);
    if (!platform)
      throw new UsageError(`There is no source "${code}".${didYouMean(code, SOURCES)} Sources: ${SOURCES.join(', ')}.`);
    const url = text(args, 'url') ?? `https://${platform.hosts[0]?.replace('*.', '')}/`;
    if (!canParseUrl(url)) throw new UsageError('--url takes an address such as https://www.example.com/job/1.');
    const parser = args.terminal.overrides?.parser ?? createThreadParser(30_000);
    try {
      const now = readTime(text(args, 'now') ?? '');
      output(args, await readSavedPage(parser, platform, await readNamedFile(file), { url, now }));
    } finally {
      await parser.close();
    }
  },
};

export async function readSavedPage(
  parser: AnswerParser,
  platform: Platform,
  bytes: Buffer,
  { url, now }: { url: string; now: number },
): Promise<object[]> {
  const body = decodeBody(bytes, '');
  let reason = 'the file is not one of its pages';
  for (let accessMethod = 0; accessMethod < platform.accessMethods.length; accessMethod += 1) {
    const outcome = await parser.parse(savedListTask(platform, accessMethod, body, { url }));
    if ('value' in outcome) return toJobs((outcome.value as ListingPage).listings, platform, now);
    reason = outcome.fault.message;
  }
  // The page of a single advert is not a list, but may have JSON-LD.
  const jobs = toJobs(readJobPostings(body, url), platform, now);
  if (jobs.length > 0) return jobs;
  const blockPage = detectBlockPage({ status: 200, url, contentType: '', body });
  throw new Error(`${platform.name}: ${blockPage ? BLOCK_PAGE_REASONS[blockPage] : reason}.`);
}

function toJobs(listings: readonly Listing[], platform: Platform, now: number): object[] {
  return listings
    .map((listing) => normalizeListing(listing, platform.code, platform.country, now))
    .filter((job) => job !== undefined)
    .map((job) => {
      const { nationwide, isForTime, updated_date: updated, words, ...fields } = job;
      return { ...fields, contract: contractOf(job).value, hours: hoursOf(job).value, also_on: [] };
    });
}
