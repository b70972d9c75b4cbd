import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);

t.test(
  './jobdata of a checkout runs its script there, with the words as they are',
  {
    skip: process.platform === 'win32' && 'it is a script of a shell',
  },
  async (t) => {
    const folder = t.testdir({
      jobdata: readFileSync(new URL('../../jobdata', import.meta.url)),
      scripts: {
        'jobdata.mjs': 'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)])); process.exit(2);',
      },
    });
    const words = ['search', 'software engineer', '--sample', '', '$HOME "x"'];
    const ended = await run('sh', [`${folder}/jobdata`, ...words], { cwd: tmpdir() }).catch((error) => error);
    t.equal(ended.code, 2, 'its exit code too');
    t.strictSame(JSON.parse(ended.stdout), [realpathSync(folder), words]);
  },
);
