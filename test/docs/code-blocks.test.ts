import { spawn, spawnSync } from 'node:child_process';
import t, { type Test } from 'tap';
import { DocsLibrary } from '../../src/docs/library.ts';
import type { DocsLanguage } from '../../src/docs/types.ts';
import { openTestApi } from '../support/test-caller.ts';

const library = new DocsLibrary();
const LANGUAGES: readonly DocsLanguage[] = ['en', 'fr'];

interface Block {
  language: string;
  title: string;
  code: string;
}

function blocksOf(name: string, language: DocsLanguage): Block[] {
  const { markdown = '' } = library.page(name, language) ?? {};
  return [...markdown.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, of = '', title = '', code = '']) => ({
    language: of,
    title,
    code,
  }));
}

/** How a block is run: the program that reads it from its standard input. */
const PROGRAMS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  sh: ['sh'],
  ts: [process.execPath, '--input-type=module'],
  python: ['python3', '-'],
};

async function run(t: Test, { language, code }: Block, env: Record<string, string>): Promise<string> {
  const [program = '', ...args] = PROGRAMS[language] ?? [];
  const child = spawn(program, args, { env: { PATH: process.env['PATH'] ?? '', PYTHONUTF8: '1', ...env } });
  let out = '';
  let faults = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (faults += part));
  child.stdin.end(code);
  const status = await new Promise((resolve) => child.on('close', resolve));
  t.strictSame([status, faults], [0, ''], code.slice(0, 60));
  return out;
}

t.test('blocks that stand in tabs give the same answer', async (t) => {
  const api = await openTestApi(t);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const env = { JOB_DATA_KEY: api.apiKey, JOB_DATA_TEST_KEY: api.testKey };
  const installed = (program: string) => spawnSync(program, ['--version']).status === 0;
  for (const language of LANGUAGES) {
    const titled = blocksOf('quick-start', language).filter(
      ({ code }) => code.includes('"limit"') || code.includes('limit:'),
    );
    t.strictSame(
      titled.map(({ title }) => title),
      ['curl', 'PowerShell', 'TypeScript', 'Python'],
    );
    const answers = new Set<string>();
    for (const block of titled) {
      if (
        block.title === 'PowerShell' ||
        !installed(block.title === 'curl' ? 'curl' : (PROGRAMS[block.language]?.[0] ?? ''))
      )
        continue;
      const code = block.code.replaceAll('http://127.0.0.1:8080', base);
      const { result } = JSON.parse(await run(t, { ...block, code }, env));
      t.equal(result.structuredContent.jobs.length, 2, `${language}: ${block.title}`);
      answers.add(JSON.stringify(result.structuredContent));
    }
    t.equal(answers.size, 1, language);
    const listed = new Set<string>();
    for (const block of blocksOf('calling', language).filter(
      ({ title, language: of }) => title === 'fetch' || of === 'python',
    )) {
      if (!installed(PROGRAMS[block.language]?.[0] ?? '')) continue;
      const lines = await run(t, { ...block, code: block.code.replaceAll('http://127.0.0.1:8080', base) }, env);
      listed.add(lines.replace(/\bnull\b/g, 'None'));
    }
    t.equal(listed.size, 1, `${language}: ${[...listed].join('')}`);
    t.match([...listed][0], /^\S.*https:/, 'jobs are listed');
  }
});
