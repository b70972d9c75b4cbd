import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import t from 'tap';
import { readArguments, type Terminal } from '../../src/cli/command.ts';
import { commandGroups } from '../../src/cli/index.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const skip = process.platform === 'win32' && 'it is a script of a shell';

t.test('./jobdata runs the script of its checkout and passes its arguments unchanged', { skip }, async (t) => {
  const folder = t.testdir({
    jobdata: readFileSync(new URL('jobdata', root)),
    scripts: {
      'jobdata.mjs': 'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)])); process.exit(2);',
    },
  });
  const words = ['search', 'software engineer', '--sample', '', '$HOME "x"'];
  const ended = await run('sh', [`${folder}/jobdata`, ...words], { cwd: tmpdir() }).catch((error) => error);
  t.equal(ended.code, 2, 'its exit code too');
  t.strictSame(JSON.parse(ended.stdout), [realpathSync(folder), words]);
});

t.test('the command line accepts every command line in the documents', async (t) => {
  const pages = ['en', 'fr'].flatMap((language) =>
    readdirSync(new URL(`src/docs/${language}/`, root)).map((name) => `src/docs/${language}/${name}`),
  );
  const lines = [...pages, 'README.md', 'README.fr.md'].flatMap((page) =>
    [...readFileSync(new URL(page, root), 'utf8').matchAll(/\.\/jobdata ([^\n`#]+)/g)]
      .map(([, line = '']) => line)
      .filter((line) => !line.startsWith('COMMAND'))
      .map((line) => ({ page, line })),
  );
  t.ok(lines.length > 25);
  const commands = (await commandGroups()).flatMap(([, one]) => one);
  for (const { page, line } of lines) {
    const words = [...line.replace(/\[[^\]]*\]/g, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');
    const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
    t.doesNotThrow(
      () =>
        readArguments(
          command as NonNullable<typeof command>,
          words.slice(command?.name.split(' ').length),
          {} as Terminal,
        ),
      `${page}: ${line}`,
    );
  }
});
