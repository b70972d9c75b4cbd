import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { toFoundJob } from '../jobs/found-job.ts';
import { createThreadParser } from '../jobs/parser.ts';
import { decodeBody } from '../lib/charset.ts';
import { findPlatform, PLATFORMS } from '../platforms/index.ts';
import type { ListingPage, Platform } from '../platforms/platform.ts';
import { detectWall, WALL_REASONS } from '../platforms/wall.ts';
import { findReviewSource, parseReviews, REVIEW_SOURCES } from './parse-reviews.ts';
import { printJson, requirePositional, text, type Command } from './command.ts';
import { moment } from './read.ts';

const SOURCES = [...PLATFORMS.map(({ code }) => code), ...REVIEW_SOURCES];

export const parse: Command = {
  name: 'parse',
  summary: "Run one platform's or review site's reader on a saved page or answer.",
  usage: 'SOURCE FILE [--now ISO]',
  details: `Always JSON: an array of jobs with whole descriptions, or what a review site says of one employer. SOURCE: ${SOURCES.join(', ')}.`,
  options: { now: { type: 'string' }, url: { type: 'string' }, json: { type: 'boolean' } },
  run: async (given) => {
    const code = requirePositional(given, 0, 'SOURCE');
    const file = requirePositional(given, 1, 'FILE');
    const site = findReviewSource(code);
    if (site) return printJson(given, await parseReviews(site, file, text(given, 'url') ?? ''));
    const platform = findPlatform(code);
    if (!platform) throw new UsageError(`There is no source "${code}". Sources: ${SOURCES.join(', ')}.`);
    printJson(given, await parseJobs(platform, await readFile(file), moment(text(given, 'now') ?? '')));
  },
};

/** The first of the platform's doors whose reader knows the page has it. */
async function parseJobs(platform: Platform, bytes: Buffer, now: number): Promise<object[]> {
  const parser = createThreadParser(30_000);
  const body = decodeBody(bytes, '');
  const answer = { status: 200, url: `https://${platform.hosts[0]?.replace('*.', '')}/`, contentType: '', body };
  const search = {
    query: '',
    country: platform.country,
    locationText: '',
    place: null,
    minSalary: null,
    page: 1,
    settings: {},
  };
  let reason = 'the file is not one of its pages';
  try {
    for (let door = 0; door < platform.doors.length; door += 1) {
      const step = (platform.doors[door]?.steps.length ?? 0) - 1;
      const outcome = await parser.parse({ platform: platform.code, door, step, answer, search });
      if ('fault' in outcome) {
        reason = outcome.fault.message;
        continue;
      }
      return (outcome.value as ListingPage).listings
        .map((listing) => toFoundJob(listing, platform.code, platform.country, now))
        .filter((job) => job !== undefined)
        .map(({ nationwide, ...job }) => ({ ...job, also_on: [] }));
    }
  } finally {
    await parser.close();
  }
  const wall = detectWall(answer);
  throw new Error(`${platform.name}: ${wall ? WALL_REASONS[wall] : reason}.`);
}
