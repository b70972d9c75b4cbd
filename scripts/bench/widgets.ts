// Measures how long the jobs document takes to draw 50 and 500 jobs in a headless Chromium.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { WIDGET_DOCUMENTS } from '../../src/widgets/documents.ts';

const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const ROUNDS = 15;

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

function resultOf(count: number): object {
  const jobs = Array.from({ length: count }, (_, index) => ({
    title: `Senior software engineer ${index}`,
    company: `Company ${index % 20}`,
    location: 'Leeds, LS1 1AA',
    salary_min: 30_000 + index * 100,
    salary_max: 40_000 + index * 150,
    salary_text: '£30,000 to £40,000 a year',
    salary_period: 'year',
    work_mode: ['remote', 'hybrid', 'on-site'][index % 3],
    contract: 'permanent',
    hours: 'full_time',
    description: 'Care for services and the people who use them. '.repeat(6),
    url: `https://jobs.example/${index}`,
    platform: ['reed', 'totaljobs', 'cv_library'][index % 3],
    posted_date: '2026-11-20',
    closing_date: '2026-12-20',
    also_on: [{ platform: 'adzuna_gb', url: `https://other.example/${index}` }],
    evidence: { salary: '£30,000 to £40,000 a year', work_mode: 'Two days a week in the office' },
    dedup_hash: String(index),
  }));
  const platforms = [{ platform: 'reed', status: 'ok', jobs: count, cached: false, ms: 1 }];
  return {
    structuredContent: { query: 'engineer', country: 'GB', total_jobs: count, total_found: count, platforms, jobs },
  };
}

export async function run(): Promise<void> {
  const executablePath = CHROMIUM.find((path) => existsSync(path));
  const html = WIDGET_DOCUMENTS.find(({ name }) => name === 'jobs')?.html;
  if (executablePath === undefined || html === undefined) return say('No Chromium on this machine.');
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  for (const count of [50, 500]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage({ viewport: { width: 720, height: 900 } });
      // The document accepts messages only from its parent. Here, the page is its own parent.
      await page.setContent(html);
      times.push(await page.evaluate(drawingTime, resultOf(count)));
      await page.close();
    }
    times.sort((a, b) => a - b);
    say(`${count} jobs drawn and laid out: median ${middle(times)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`);
  }
  await browser.close();
}

function middle(sorted: readonly number[]): string {
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1);
}

/** Runs in the page. Returns the milliseconds from the message to the end of drawing and layout. */
function drawingTime(result: object): number {
  const page = globalThis as unknown as {
    dispatchEvent(event: object): void;
    MessageEvent: new (name: string, options: object) => object;
    document: { body: { getBoundingClientRect(): object } };
    performance: { now(): number };
  };
  const message = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result };
  const event = new page.MessageEvent('message', { data: message, source: page });
  const begun = page.performance.now();
  page.dispatchEvent(event);
  page.document.body.getBoundingClientRect();
  return page.performance.now() - begun;
}
