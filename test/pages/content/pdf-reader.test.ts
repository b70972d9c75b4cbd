import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { layOut, type PdfText } from '../../../src/pages/content/pdf-layout.ts';
import { PdfReader } from '../../../src/pages/content/pdf-reader.ts';
import { writeStructure, type StructureNode } from '../../../src/pages/content/pdf-structure.ts';
import { createProcessPageReader } from '../../../src/pages/page-reader.ts';
import { makePdf, rows, swollenPage } from '../pdf-fixtures.ts';

/** The tests' loader alone needs as much as reading a PDF. */
const ROOMY = { memoryMib: 900, timeoutMs: 60_000 };

/** Processes that read PDFs for this one. */
function childrenOf(pid: number): string[] | undefined {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).trim().split('\n');
  const found = rows.map((row) => row.trim().split(/\s+/)).filter((row) => row[1] === `${pid}`);
  const children = found
    .filter((row) => row.some((word) => word.includes('pdf-process')))
    .map(([child]) => child ?? '');
  return children.length > 0 ? children : undefined;
}

function isAlive(pid: string): boolean {
  try {
    // A process that has ended and was not reaped yet does not count.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The result of a query once it has one; the test's time limit is the bound. */
async function until<T>(ask: () => T | undefined | false): Promise<T> {
  for (;;) {
    const answer = ask();
    if (answer !== undefined && answer !== false) return answer;
    await delay(20);
  }
}

const ADVERT = makePdf([
  {
    content: rows(
      [24, 40, 780, 'Warehouse Lead'],
      [16, 40, 740, 'Your tasks'],
      [10, 40, 715, '\\267 Plan the shifts'],
      [10, 40, 703, '\\267 Keep stock in order'],
      [10, 40, 680, 'Pay: 30,000 to 35,000 a year, paid'],
      [10, 40, 668, 'on the last day of the month.'],
      [10, 40, 640, 'Apply here'],
    ),
    links: [{ url: 'https://jobs.example/apply?id=1', rect: [38, 636, 95, 652] }],
  },
  { content: rows([10, 40, 780, 'Second page, where it goes on with more of the text.']) },
]);

t.test('SPEC §5: a PDF as markdown', async (t) => {
  const reader = createProcessPageReader({ pdf: ROOMY });
  t.teardown(() => reader.close());
  const input = { url: 'https://a.test/x.pdf', contentType: 'application/pdf', output: 'markdown' as const };
  t.strictSame(await reader.read({ ...input, body: ADVERT }), {
    text: [
      '# Warehouse Lead',
      '## Your tasks',
      '- Plan the shifts\n- Keep stock in order',
      'Pay: 30,000 to 35,000 a year, paid\non the last day of the month.',
      '[Apply here](<https://jobs.example/apply?id=1>)',
      'Second page, where it goes on with more of the text.',
    ].join('\n\n'),
    totalCharacters: 241,
    truncated: false,
  });
  t.match(await reader.read({ ...input, body: Buffer.from('%PDF-1.7 broken') }), {
    text: '',
    unsupported: 'application/pdf that cannot be read',
  });
  const many = makePdf(Array.from({ length: 203 }, (_, index) => ({ content: rows([10, 40, 700, `Page ${index}.`]) })));
  const content = await reader.read({ ...input, body: many });
  t.match(content, { truncated: true, text: /Page 199\.\n\n\[stopped after page 200 of 203\]$/ });
});

t.test('a PDF that expands too much is ended, and what was read is kept', async (t) => {
  const reader = new PdfReader({ ...ROOMY, memoryMib: 500 });
  t.teardown(() => reader.close());
  const swollen = makePdf([{ content: rows([12, 40, 700, 'First']) }, swollenPage(700)]);
  t.ok(swollen.length < 1_000_000, 'under a megabyte as it comes');
  const reading = await reader.read(swollen, 'a');
  t.match(reading, { markdown: /^First/, pages: 2 });
  t.notMatch(reading?.markdown, 'Swollen');
  t.match(await reader.read(ADVERT, 'a'), { read: 2 }, 'the next one is read');
});

t.test('a PDF that takes too long, or that nobody waits for, is ended', async (t) => {
  const reader = new PdfReader({ ...ROOMY, timeoutMs: 0 });
  t.teardown(() => reader.close());
  t.notOk((await reader.read(ADVERT, 'a'))?.read === 2, 'not read to its end');
  const controller = new AbortController();
  const patient = new PdfReader(ROOMY);
  const abandoned = patient.read(ADVERT, 'a', controller.signal);
  const waiting = patient.read(ADVERT, 'b', controller.signal);
  controller.abort(new Error('gone'));
  await Promise.all([abandoned, waiting].map((work) => t.rejects(work, { message: 'gone' })));
});

t.test('no process remains, however the service ends', { skip: process.platform !== 'linux' }, async (t) => {
  // A page that takes longer to decode than its process lives.
  const slow = makePdf([swollenPage(400)]);
  const folder = t.testdir({ 'slow.pdf': Buffer.from(slow) });
  const service = spawn(
    process.execPath,
    [
      ...process.execArgv,
      '--input-type=module',
      '-e',
      `import { readFileSync } from 'node:fs';
       const { PdfReader } = await import(${JSON.stringify(new URL('../../../src/pages/content/pdf-reader.ts', import.meta.url).href)});
       const reader = new PdfReader({ memoryMib: 900, timeoutMs: 300_000 });
       void reader.read(readFileSync(${JSON.stringify(join(folder, 'slow.pdf'))}), 'a');
       console.log('reading');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.teardown(() => service.kill('SIGKILL'));
  await once(service.stdout, 'data');
  const [child = ''] = await until(() => childrenOf(service.pid as number));
  service.kill('SIGKILL');
  await until(() => !isAlive(child));
  t.notOk(isAlive(child));
});

t.test('closing ends running work and starts none', { skip: process.platform !== 'linux' }, async (t) => {
  const reader = new PdfReader(ROOMY);
  const readings = Promise.all(['a', 'b'].map((account) => reader.read(makePdf([swollenPage(400)]), account)));
  const [child = ''] = await until(() => childrenOf(process.pid));
  await reader.close();
  t.notOk(isAlive(child));
  t.strictSame(await readings, [undefined, undefined]);
  t.equal(await reader.read(ADVERT, 'c'), undefined);
});

const text = (content: string, more: Partial<PdfText> = {}): PdfText => ({
  text: content,
  x: 0,
  y: 0,
  width: content.length * 5,
  size: 10,
  endsLine: true,
  ...more,
});

t.test('the appearance of a page: headings, columns and lists', async (t) => {
  t.equal(
    layOut([text('1. First', { y: 100 }), text('2. Second', { y: 88 }), text('# no heading', { y: 60 })], 10),
    '1. First\n2\\. Second\n\n\\# no heading',
  );
  t.equal(
    layOut([text('a', { endsLine: false }), text('b', { x: 5, endsLine: false }), text('c', { x: 40 })], 10),
    'ab c',
  );
  t.equal(
    layOut([text('• long item', { y: 100 }), text('that goes on', { y: 88 }), text('• next', { y: 76 })], 10),
    '- long item\n  that goes on\n- next',
  );
  t.equal(
    layOut([text('A title', { size: 20, y: 100 }), text('of two lines', { size: 20, y: 78 })], 10),
    '# A title of two lines',
  );
});

t.test('the document’s structure tags', async (t) => {
  const content = (id: string): StructureNode => ({ type: 'content', id });
  const node = (role: string, ...children: StructureNode[]): StructureNode => ({ role, children });
  const root = node(
    'Root',
    node(
      'Document',
      node('H1', content('t')),
      node('P', content('p')),
      node(
        'L',
        node(
          'LI',
          node('Lbl', content('l')),
          node('LBody', content('i'), node('L', node('LI', node('LBody', content('n'))))),
        ),
      ),
      node(
        'Table',
        node('TR', node('TH', content('h')), node('TH', content('k'))),
        node('TR', node('TD', content('c')), node('TD')),
      ),
    ),
  );
  const texts = [
    text('Salary | band', { id: 'h' }),
    text('A paragraph', { id: 'p' }),
    text('Title', { id: 't' }),
    text('•', { id: 'l' }),
    text('Item', { id: 'i' }),
    text('Nested', { id: 'n' }),
    text('Place', { id: 'k' }),
    text('£30,000', { id: 'c' }),
    text('an ornament'),
  ];
  t.equal(
    writeStructure(root, texts),
    '# Title\n\nA paragraph\n\n- Item\n  - Nested\n\n| Salary \\| band | Place |\n| --- | --- |\n| £30,000 |  |',
  );
});
