import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { UsageError } from '../errors.ts';
import { toFoundJob } from '../jobs/found-job.ts';
import { createThreadParser } from '../jobs/parser.ts';
import { decodeBody } from '../lib/charset.ts';
import { createThreadPageReader } from '../pages/page-reader.ts';
import { findPlatform, PLATFORMS } from '../platforms/index.ts';
import type { ListingPage, Platform } from '../platforms/platform.ts';
import { detectWall, WALL_REASONS } from '../platforms/wall.ts';
import { printJson, requirePositional, requireText, text, type Command, type Given } from './command.ts';
import { moment } from './read.ts';

export const parse: Command = {
  name: 'parse',
  summary: "Run one platform's reader, or the page reader, on a saved page or answer.",
  usage: 'SOURCE FILE [--now ISO] | page FILE --url URL',
  details: `A platform: always JSON, an array of jobs with whole descriptions. page: the markdown that scrape_url gives, as text (JSON with --json).\nSOURCE: ${PLATFORMS.map(({ code }) => code).join(', ')}, page.`,
  options: { now: { type: 'string' }, url: { type: 'string' }, json: { type: 'boolean' } },
  run: async (given) => {
    const code = requirePositional(given, 0, 'SOURCE');
    const file = requirePositional(given, 1, 'FILE');
    if (code === 'page') return printPage(given, file);
    const platform = findPlatform(code);
    if (!platform)
      throw new UsageError(
        `There is no source "${code}". Sources: ${PLATFORMS.map((known) => known.code).join(', ')}, page.`,
      );
    printJson(given, await parseJobs(platform, await readFile(file), moment(text(given, 'now') ?? '')));
  },
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
};

/** What scrape_url would give for a saved page. */
async function printPage(given: Given, file: string): Promise<void> {
  const url = requireText(given, 'url');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--url must be the http or https address that the page was saved from.');
  const body = await readFile(file);
  const reader = createThreadPageReader(30_000);
  try {
    const contentType = CONTENT_TYPES[extname(file).toLowerCase()] ?? '';
    const content = await reader.read({ url, contentType, body, output: 'markdown' });
    if (content.unsupported) throw new Error(`Content of this kind is not read: ${content.unsupported}.`);
    if (given.values['json'] === true) return printJson(given, content);
    if (content.wall) given.terminal.stderr(`The page is a ${content.wall} wall.\n`);
    given.terminal.stdout(`${content.text}\n`);
  } finally {
    await reader.close();
  }
}

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
