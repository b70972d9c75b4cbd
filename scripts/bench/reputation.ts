import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/app/service.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { readSnippetFigures } from '../../src/reputation/snippet/read-snippet.ts';
import { companyCacheKey } from '../../src/reputation/match/match.ts';

const CALLS = 1_000;
const NAMES = Array.from({ length: 15 }, (_, index) => `Employer ${String.fromCharCode(65 + index)} & Sons Ltd`);

const SNIPPET = 100_000;
const SNIPPETS: Readonly<Record<string, string>> = {
  figures: '3.9 2.1 1,204 ',
  ratings: 'Aldi: 3.9/5 (4,000 reviews), ',
  words: 'rated by employees of the company ',
  names: 'Employer A & Sons Ltd ',
  separators: '· | , ; – ( : ',
  'right to left': '\u202eדירוג 3.9\u202c ',
};

function readLargeSnippets(): void {
  for (const [kind, piece] of Object.entries(SNIPPETS)) {
    const text = piece.repeat(SNIPPET / piece.length);
    const row = {
      url: 'https://www.glassdoor.co.uk/Reviews/Employer-A-Reviews-E1.htm',
      title: 'Employer A Reviews',
      text,
    };
    const times = Array.from({ length: 9 }, () => {
      const startedAt = performance.now();
      readSnippetFigures(row, 'Employer A', { now: Date.now() });
      return performance.now() - startedAt;
    }).sort((one, other) => one - other);
    process.stdout.write(
      `snippet of 100 kB of ${kind}: median ${(times[4] as number).toFixed(1)} ms, slowest ${(times[8] as number).toFixed(1)} ms\n`,
    );
  }
}

/** Times whole calls in light mode for 15 employers that are in the store, including the charge. */
export async function run(): Promise<void> {
  readLargeSnippets();
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-bench-'));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ bench: { monthly_credits: 1_000_000, rpm_limit: 1_000_000 } }));
  const context = await createService(readConfig({ DATA_DIR: folder, PLANS_FILE: plans }), {
    logger: pino({ level: 'silent' }),
  });
  try {
    const fetchedAt = Date.now() - DAY_MS;
    await context.store.reputation.put(
      NAMES.flatMap((name) =>
        (['indeed', 'glassdoor'] as const).map((site) => ({
          companyKey: companyCacheKey(name),
          scope: '*' as const,
          site,
          depth: 'light' as const,
          found: true,
          fetchedAt,
          value: JSON.stringify({
            matchedName: name,
            url: `https://${site}.example/`,
            match: 'exact',
            method: 'snippet',
            rating: 3.6,
            reviewCount: 1_204,
            facts: [],
            themes: [],
            extractor: '',
          }),
        })),
      ),
    );
    const account = await context.accounts.create({ email: 'bench@example.com', plan: 'bench' });
    const { apiKey } = await context.apiKeys.create(account.id);
    const call = async (): Promise<number> => {
      const startedAt = performance.now();
      const response = await context.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        payload: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_reputation', arguments: { company_names: NAMES } },
        }),
      });
      const took = performance.now() - startedAt;
      if (!response.payload.includes('"rating":3.6')) throw new Error(response.payload.slice(0, 500));
      return took;
    };
    for (let index = 0; index < 50; index += 1) await call();
    const times: number[] = [];
    for (let index = 0; index < CALLS; index += 1) times.push(await call());
    times.sort((one, other) => one - other);
    const at = (share: number): string => (times[Math.floor(times.length * share)] as number).toFixed(2);
    process.stdout.write(
      `get_reputation, light, 15 stored employers, whole call: median ${at(0.5)} ms, 95 % under ${at(0.95)} ms\n`,
    );
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
