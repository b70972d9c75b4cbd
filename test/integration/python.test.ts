import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { startService } from './started-service.ts';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const hasPython = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'python3')));

t.test(
  'a program in Python, written from the documentation',
  { skip: !hasPython && 'python3 is missing' },
  async (t) => {
    const service = await startService(t);
    const { stderr } = await promisify(execFile)('python3', ['-B', '-m', 'unittest', 'test_job_data.py'], {
      cwd: FOLDER,
      env: { PATH: process.env['PATH'], JOB_DATA_URL: service.base, JOB_DATA_TEST_KEY: service.testKey },
    }).catch((error: { stderr: string }) => error);
    t.match(stderr, /^Ran (?:1[5-9]|[2-9]\d) tests in [\s\S]*\nOK\n$/m, stderr);
  },
);
