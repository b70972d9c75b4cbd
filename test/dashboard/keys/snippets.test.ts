import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import ts from 'typescript';
import { clientConfigurations } from '../../../src/dashboard/client-config.ts';
import { openApi } from '../../support/api.ts';
import type { ParsedPage } from '../../support/page.ts';
import { ALL_TOOLS, keyOn, Visitor } from '../../support/visitor.ts';

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const needs = (program: string, ...args: string[]): { skip?: string } =>
  has(program, ...args) ? {} : { skip: `no ${program} on this machine` };

/** What a page holds in the block of that id, as a browser's copy has it. */
const codeIn = (page: ParsedPage, id: string): string => page.contents(`pre#${id}`)[0] ?? '';

/** A shell that works off what is pasted into it; nothing of the environment names a key. */
async function paste(t: Test, lines: string): Promise<{ code: number | null; out: string; faults: string }> {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: t.testdir({}),
    env: { PATH: process.env['PATH'] ?? '', HOME: t.testdirName },
  });
  let out = '';
  let faults = '';
  shell.stdout.on('data', (part: Buffer) => (out += part.toString()));
  shell.stderr.on('data', (part: Buffer) => (faults += part.toString()));
  shell.stdin.end(`${lines}\n`);
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  return { code, out, faults };
}

/** The page of a new key of a service that listens on loopback. */
async function newKeyPage(t: Test): Promise<{ page: ParsedPage; seen(): Promise<boolean> }> {
  const api = await openApi(t);
  const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const visitor = new Visitor(api.service.app, { host: new URL(address).host });
  await visitor.register('ada@example.com');
  const made = await visitor.submit('/keys', '/keys', { name: '', tools: ALL_TOOLS });
  t.match(keyOn(made), /^jdm_live_/);
  const path = made.page.attributes('[data-first-call]', 'data-first-call')[0] ?? '';
  return { page: made.page, seen: async () => JSON.parse((await visitor.get(path)).text).called as boolean };
}

t.test('the curl line works as pasted', needs('curl', '--version'), async (t) => {
  const { page, seen } = await newKeyPage(t);
  const { code, out, faults } = await paste(t, `${codeIn(page, 'set-0')}\n${codeIn(page, 'snippet-curl')}`);
  t.strictSame([code, faults], [0, '']);
  t.match(JSON.parse(out).result.structuredContent, { status: 'OK', credits_remaining: 100 });
  t.ok(await seen(), 'the first call is seen');
});

t.test('the TypeScript program works as pasted into a file', async (t) => {
  const { page, seen } = await newKeyPage(t);
  const file = 'first-call.mjs';
  const { code, out, faults } = await paste(
    t,
    `${codeIn(page, 'set-0')}\ncat > ${file} <<'END'\n${codeIn(page, 'snippet-typescript')}\nEND\n${process.execPath} ${file}`,
  );
  t.strictSame([code, faults], [0, '']);
  t.match(out, /status: 'OK'/);
  t.ok(await seen());
});

t.test('the TypeScript program passes its compiler', async (t) => {
  const file = join(t.testdir({}), 'first-call.ts');
  const { code = '' } =
    clientConfigurations('https://jobs.example.com/mcp').find(({ id }) => id === 'typescript') ?? {};
  writeFileSync(file, `${code}\nexport {};\n`);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(import.meta.dirname, '../../../node_modules/@types')],
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  t.strictSame(faults, []);
  t.equal(readFileSync(file, 'utf8').includes('jdm_'), false);
});

t.test('the Python program works as pasted into a file', needs('python3', '--version'), async (t) => {
  const { page, seen } = await newKeyPage(t);
  const { code, out, faults } = await paste(
    t,
    `${codeIn(page, 'set-0')}\ncat > first_call.py <<'END'\n${codeIn(page, 'snippet-python')}\nEND\npython3 first_call.py`,
  );
  t.strictSame([code, faults], [0, '']);
  t.match(out, /'status': 'OK'/);
  t.ok(await seen());
});
