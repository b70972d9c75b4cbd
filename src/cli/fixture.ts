import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { type AnswerParser, createThreadParser } from '../jobs/parser.ts';
import { type NormalizedJob, normalizeListing } from '../jobs/normalize-listing.ts';
import { decodeBody } from '../lib/charset.ts';
import { findPlatform, PLATFORMS } from '../sources/platforms/index.ts';
import { readJobPostings } from '../sources/platforms/jsonld.ts';
import type { Listing, ListingPage, Platform, PlatformSearch } from '../sources/platforms/platform.ts';
import type { Answer } from '../reading/answer.ts';
import { secretsOf } from '../config/config.ts';
import { detectBlockPage, BLOCK_PAGE_REASONS } from '../reading/block-page.ts';
import { configOf, didYouMean, output, readNamedFile, requirePositional, text, type Command } from './command.ts';
import { fetchPage, fetchSearch } from './fixture-source.ts';
import { redact, type Redacted } from './redact.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const FOLDER = join('test', 'sources', 'platforms');
const TYPES = { json: 'application/json', xml: 'application/xml', html: 'text/html' } as const;

interface Reading {
  accessMethod: number;
  jobs: NormalizedJob[];
  page?: Pick<ListingPage, 'siteTotal' | 'hasMore'>;
  fault?: string;
}

export const fixture: Command = {
  name: 'fixture',
  summary: 'Turn a platform’s answer into the two files of a test fixture.',
  usage:
    'CODE FILE|URL|--search QUERY [--name saved] [--access N] [--folder test/sources/platforms] [--force] [--json]',
  examples: ['reed saved-page.html', 'apec --search comptable'],
  words: 2,
  details: `Writes <folder>/<code>/<access>.<name>.<json|xml|html> without e-mail addresses, phone numbers, tokens, cookies and keys, and <access>.<name>.expected.json with the reader's result. If no reader can read the answer, the expected file contains the data in the page's JSON-LD, or nothing: correct the file by hand, then fix the reader.
Reading a FILE sends nothing over the network. A URL must be on one of the platform's own hosts. --search uses the answer to a real search, for platforms that need a POST or a key. A name that begins with "empty" or "changed" has no expected file. CODE: ${PLATFORMS.map(({ code }) => code).join(', ')}.`,
  run: async (args) => {
    const code = requirePositional(args, 0, 'CODE');
    const platform = findPlatform(code);
    if (!platform)
      throw new UsageError(
        `There is no platform "${code}".${didYouMean(
          code,
          PLATFORMS.map((one) => one.code),
        )}`,
      );
    const name = text(args, 'name') ?? 'saved';
    if (!/^[a-z0-9][a-z0-9-]{0,40}$/.test(name))
      throw new UsageError('--name takes small letters, digits and hyphens.');
    const accessMethod = accessMethodNumber(platform, text(args, 'access'));
    const folder = folderOf(text(args, 'folder') ?? FOLDER, platform.code);
    const query = text(args, 'search');
    if ((query === undefined) === (args.positionals[1] === undefined))
      throw new UsageError('Name a FILE, a URL or a --search.');
    const { positionals } = args;
    const saved =
      query !== undefined
        ? await fetchSearch(args, platform, query)
        : await savedAnswer(positionals[1] as string, (url) => fetchPage(args, platform, url));
    const redacted = redact(saved, secretsOf(await configOf(args)));
    const parser = args.terminal.overrides?.parser ?? createThreadParser(30_000);
    try {
      const before = await read(parser, platform, saved, accessMethod);
      const reading = await read(parser, platform, redacted.text, accessMethod);
      const files = await writePair(folder, { name, redacted, reading, force: args.values['force'] === true });
      const report = {
        files,
        accessMethod: reading.accessMethod,
        jobs: reading.jobs.length,
        ...reading.page,
        redacted: redacted.counts,
        ...(reading.fault === undefined ? {} : { fault: reading.fault }),
        ...(before.jobs.length === reading.jobs.length ? {} : { lost: before.jobs.length - reading.jobs.length }),
      };
      output(args, report, describe);
    } finally {
      await parser.close();
    }
  },
};

async function savedAnswer(place: string, fetchUrl: (url: string) => Promise<string>): Promise<string> {
  if (/^https?:\/\//i.test(place)) {
    if (!canParseUrl(place)) throw new UsageError(`"${place}" is no address.`);
    return fetchUrl(place);
  }
  return decodeBody(await readNamedFile(place), '');
}

function accessMethodNumber({ code, accessMethods }: Platform, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const accessMethod = Number(value);
  if (!/^\d$/.test(value) || accessMethod >= accessMethods.length)
    throw new UsageError(
      `--access: ${code} has ${accessMethods.length === 1 ? 'access method 0 alone' : `access methods 0 to ${accessMethods.length - 1}`}.`,
    );
  return accessMethod;
}

function folderOf(folder: string, code: string): string {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder "${folder}" here: run in a checkout, or name one with --folder.`);
  return join(folder, code);
}

function typeOf(body: string): keyof typeof TYPES {
  const start = body.slice(0, 200).trimStart();
  if (/^[[{]/.test(start)) return 'json';
  return /^<\?xml|^<(?!!doctype|html|!--)[a-z]/i.test(start) && !/<html|<body|<div/i.test(body.slice(0, 5_000))
    ? 'xml'
    : 'html';
}

/**
 * Parses an answer with the access method `only` or, if it is undefined, with the first access method that accepts the
 * answer. If none does, throws for a block page, and otherwise returns the jobs in the page's JSON-LD, with the fault.
 */
async function read(
  parser: AnswerParser,
  platform: Platform,
  body: string,
  only: number | undefined,
): Promise<Reading> {
  const url = `https://${platform.hosts[0]?.replace('*.', 'x.')}/`;
  const answer: Answer = { status: 200, url, contentType: TYPES[typeOf(body)], body };
  const search: PlatformSearch = {
    query: 'data & co',
    country: platform.country,
    locationText: 'Nowhere',
    place: null,
    minSalary: 30_000,
    page: 1,
    settings: {},
  };
  let fault = 'no reader takes it';
  for (const accessMethod of only === undefined ? platform.accessMethods.keys() : [only]) {
    const step = (platform.accessMethods[accessMethod]?.steps.length ?? 0) - 1;
    const outcome = await parser.parse({ platform: platform.code, accessMethod, step, answer, search });
    if ('value' in outcome) {
      const { listings, siteTotal, hasMore } = outcome.value as ListingPage;
      const page = { ...(siteTotal === undefined ? {} : { siteTotal }), hasMore };
      return { accessMethod, jobs: toJobs(listings, platform), page };
    }
    ({ message: fault } = outcome.fault);
  }
  const blockPage = detectBlockPage(answer);
  if (blockPage) throw new Error(`${platform.name}: ${BLOCK_PAGE_REASONS[blockPage]}. Such a page is no fixture.`);
  return {
    accessMethod: only ?? likelyAccessMethod(platform, body),
    jobs: toJobs(readJobPostings(body, url), platform),
    fault,
  };
}

/** Chooses an access method by the answer's format: JSON and XML usually come from APIs, and HTML from pages. */
function likelyAccessMethod({ accessMethods }: Platform, body: string): number {
  const kind = typeOf(body) === 'html' ? 'page' : 'api';
  const index = accessMethods.findIndex((accessMethod) => accessMethod.kind === kind);
  return index < 0 ? accessMethods.length - 1 : index;
}

function toJobs(listings: readonly Listing[], { code, country }: Platform): NormalizedJob[] {
  return listings.map((listing) => normalizeListing(listing, code, country, NOW)).filter((job) => job !== undefined);
}

/** Writes drafts, and renames them only when all are complete, so that a failed write leaves no file of the fixture. */
async function writePair(
  folder: string,
  { name, redacted, reading, force }: { name: string; redacted: Redacted; reading: Reading; force: boolean },
): Promise<string[]> {
  const base = join(folder, `${reading.accessMethod}.${name}`);
  const isPlain = /^(?:empty|changed)/.test(name);
  const files = [
    { path: `${base}.${typeOf(redacted.text)}`, content: redacted.text },
    ...(isPlain ? [] : [{ path: `${base}.expected.json`, content: `${JSON.stringify(reading.jobs, null, 2)}\n` }]),
  ];
  const known = files.find(({ path }) => existsSync(path));
  if (known && !force) throw new Error(`The file ${known.path} already exists. Use another --name, or --force.`);
  await mkdir(folder, { recursive: true });
  const drafts = files.map(({ path }) => `${path}.draft`);
  try {
    for (const [index, { content }] of files.entries()) await writeFile(drafts[index] as string, content);
    for (const [index, { path }] of files.entries()) await rename(drafts[index] as string, path);
  } finally {
    for (const draft of drafts) await rm(draft, { force: true });
  }
  return files.map(({ path }) => path);
}

interface FixtureReport {
  files: readonly string[];
  jobs: number;
  siteTotal?: number;
  hasMore?: boolean;
  redacted: Redacted['counts'];
  fault?: string;
  lost?: number;
}

function describe(report: FixtureReport): string {
  const taken = Object.entries(report.redacted)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`);
  return [
    ...report.files,
    `${report.jobs} jobs.${describePage(report)} Redacted: ${taken.length > 0 ? taken.join(', ') : 'nothing'}.`,
    ...describeNext(report),
    ...(report.lost === undefined ? [] : ['What was redacted changed what is read: look at the first file.']),
  ].join('\n');
}

function describePage({ siteTotal, hasMore }: FixtureReport): string {
  if (hasMore === undefined) return '';
  const total = siteTotal === undefined ? 'No total was read' : `Total: ${siteTotal}`;
  return ` ${total}; ${hasMore ? 'another page follows' : 'no page follows'}.`;
}

function describeNext({ fault, files }: FixtureReport): string[] {
  const hasExpected = files.some((file) => file.endsWith('.expected.json'));
  if (fault === undefined) return hasExpected ? ['Compare the expected file with the page by eye.'] : [];
  return [
    `No reader takes it: ${fault}.${hasExpected ? ' Write into the expected file what the page shows, then mend the reader.' : ''}`,
  ];
}
