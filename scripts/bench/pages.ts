import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cutMarkdown } from '../../src/pages/content/cut.ts';
import { htmlToMarkdown } from '../../src/pages/extract/html-to-markdown.ts';

interface SavedPage {
  id: string;
  url: string;
  type: string;
  gold: string;
  html: string;
}

interface Scoring {
  bow(given: string, gold: string): [precision: number, recall: number, f1: number];
  mdToText(markdown: string): string;
}

type Convert = (html: string, url: string) => string | Promise<string>;

const PEERS = {
  dependencies: {
    '@mozilla/readability': '0.6.0',
    turndown: '7.2.5',
    defuddle: '0.19.4',
    linkedom: '0.18.12',
  },
  // Newer versions cannot be installed from every registry.
  overrides: { linkedom: '0.18.12' },
};
const WARM_UP = 20;

/** For our converter and two others, prints the word-level F1 score by page type and the megabytes per CPU second. */
export async function run(): Promise<void> {
  const folder = savedPages();
  if (folder === undefined) {
    print('pages: the saved pages (../shared/extraction) are not here, so nothing was measured.');
    return;
  }
  const pages = readPages(folder);
  const scoring = await loadScoring(folder);
  const types = [...new Set(pages.map(({ type }) => type))].sort();
  print(['F1, word level'.padEnd(34), 'all', ...types.map((type) => type.slice(0, 7)), 'MB/CPU s'].join('\t'));
  await measure('ours', pages, types, scoring, (html, url) => htmlToMarkdown(html, url).markdown);
  const second = existsSync(join(folder, '2', 'index.jsonl')) ? readPages(join(folder, '2')) : [];
  for (const [name, half] of [
    ['ours, second set, half to tune on', second.filter(({ id }) => isToTuneOn(id))],
    ['ours, second set, half kept apart', second.filter(({ id }) => !isToTuneOn(id))],
  ] as const)
    if (half.length > 0) await measure(name, half, types, scoring, (html, url) => htmlToMarkdown(html, url).markdown);
  await measure(
    'ours, cut at 30,000 characters',
    pages,
    types,
    scoring,
    (html, url) => cutMarkdown(htmlToMarkdown(html, url).markdown).text,
  );
  await measurePeers(pages, types, scoring);
}

/**
 * Splits the second set of saved pages in two by a hash of the file's name. Only pages for which this function returns
 * true may be read to tune the converter.
 */
function isToTuneOn(id: string): boolean {
  return (createHash('sha256').update(`${id}.html`).digest()[0] as number) % 2 === 0;
}

async function measure(
  name: string,
  pages: SavedPage[],
  types: string[],
  scoring: Scoring,
  convert: Convert,
): Promise<void> {
  for (const { html, url } of pages.slice(0, WARM_UP)) await attempt(convert, html, url);
  const outputs: string[] = [];
  const before = process.cpuUsage();
  for (const { html, url } of pages) outputs.push(await attempt(convert, html, url));
  const used = process.cpuUsage(before);
  const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
  const scores = pages.map(({ gold }, index) => scoring.bow(scoring.mdToText(outputs[index] ?? ''), gold)[2]);
  const mean = (type?: string): string => {
    const wanted = scores.filter((_, index) => type === undefined || pages[index]?.type === type);
    return (wanted.reduce((sum, score) => sum + score, 0) / wanted.length).toFixed(3);
  };
  const speed = (bytes / (used.user + used.system)).toFixed(1);
  print([name.padEnd(34), mean(), ...types.map((type) => mean(type)), speed].join('\t'));
}

async function attempt(convert: Convert, html: string, url: string): Promise<string> {
  try {
    return await convert(html, url);
  } catch {
    return '';
  }
}

async function measurePeers(pages: SavedPage[], types: string[], scoring: Scoring): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-bench-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', ...PEERS }));
    writeFileSync(join(folder, 'peers.mjs'), PEER_SOURCE);
    const npm = spawnSync(
      'npm',
      ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--silent'],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 180_000,
      },
    );
    if (npm.status !== 0) {
      print('pages: the peers could not be installed, so they were not measured.');
      return;
    }
    const peers = (await import(pathToFileURL(join(folder, 'peers.mjs')).href)) as Record<
      'readability' | 'defuddle',
      Convert
    >;
    await measure('Readability + turndown', pages, types, scoring, peers.readability);
    await measure('defuddle', pages, types, scoring, peers.defuddle);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Module that runs in the folder where the other converters are installed. defuddle would call outside services unless
 * an option forbids it.
 */
const PEER_SOURCE = `
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
const quietly = async (work) => {
  const { log, warn, error } = console;
  console.log = console.warn = console.error = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
};
export const readability = (html, url) => quietly(() => {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return article?.content ? turndown.turndown(parseHTML('<!doctype html><html><body>' + article.content + '</body></html>').document.body) : '';
});
export const defuddle = (html, url) => quietly(async () => {
  const { document } = parseHTML(html);
  const result = await Defuddle(document, url || 'https://example.com/', { markdown: true, useAsync: false });
  return result.contentMarkdown ?? result.content ?? '';
});
`;

function readPages(folder: string): SavedPage[] {
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const row = JSON.parse(line) as Omit<SavedPage, 'html'>;
      return { ...row, html: readFileSync(join(folder, 'pages', `${row.id}.html`), 'utf8') };
    });
}

async function loadScoring(folder: string): Promise<Scoring> {
  const load = async (name: string): Promise<Partial<Scoring>> =>
    (await import(pathToFileURL(join(folder, 'lib', name)).href)) as Partial<Scoring>;
  return { ...(await load('metrics.mjs')), ...(await load('text.mjs')) } as Scoring;
}

/**
 * Finds the folder of saved pages, which is beside the checkout. This file runs both from the sources and from dist/.
 */
function savedPages(): string | undefined {
  return ['../../../shared/extraction/', '../../../../shared/extraction/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'index.jsonl')));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
