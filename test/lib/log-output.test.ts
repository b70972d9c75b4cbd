import t from 'tap';
import { LogOutput, type OutputFile } from '../../src/lib/log-output.ts';

/** A file that accepts what the test allows. */
class PlayedFile implements OutputFile {
  taken = '';
  readonly #faults: (string | number)[];
  #done: (() => void) | undefined;

  /** For each write: an error's code, or the maximum number of bytes accepted. */
  constructor(faults: (string | number)[] = []) {
    this.#faults = faults;
  }

  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void {
    this.#done = () => {
      try {
        done(null, this.writeSync(bytes));
      } catch (error) {
        done(error as NodeJS.ErrnoException, 0);
      }
    };
  }

  writeSync(bytes: Buffer): number {
    const fault = this.#faults.shift() ?? bytes.length;
    if (typeof fault === 'string') throw Object.assign(new Error(fault), { code: fault });
    this.taken += bytes.subarray(0, fault).toString();
    return Math.min(fault, bytes.length);
  }

  /** Ends the running write. */
  step(): void {
    const done = this.#done;
    this.#done = undefined;
    done?.();
  }
}

const LONG = `${'x'.repeat(70_000)}\n`;

t.test('ENOSPC and EPIPE while logging lose those lines, and later lines are written', (t) => {
  for (const code of ['ENOSPC', 'EPIPE', 'EIO']) {
    const file = new PlayedFile([code]);
    const output = new LogOutput(file);
    output.write(LONG);
    file.step();
    output.write(`y${LONG}`);
    file.step();
    t.equal(file.taken, `y${LONG}`, code);
  }
  t.end();
});

t.test('a partial write is completed', (t) => {
  const file = new PlayedFile([10, 20]);
  const output = new LogOutput(file);
  output.write(LONG);
  for (let step = 0; step < 3; step += 1) file.step();
  t.equal(file.taken, LONG);
  t.end();
});

t.test('at the end the waiting lines are written once, and an output that accepts nothing is not waited for', (t) => {
  const file = new PlayedFile();
  const output = new LogOutput(file);
  output.write('short\n');
  output.end();
  t.equal(file.taken, 'short\n');
  const full = new PlayedFile(Array.from({ length: 5 }, () => 'ENOSPC'));
  const other = new LogOutput(full);
  other.write('short\n');
  other.end();
  t.equal(full.taken, '');
  const slow = new PlayedFile(['EAGAIN', 3]);
  const third = new LogOutput(slow);
  third.write('short\n');
  third.end();
  t.equal(slow.taken, 'short\n', 'a pipe that was full for a moment');
  t.end();
});

t.test('the lines that wait for a blocked output are bounded', (t) => {
  const file = new PlayedFile();
  const output = new LogOutput(file);
  for (let line = 0; line < 2_000; line += 1) output.write(LONG);
  output.end();
  t.ok(file.taken.length < 6 * 1024 * 1024, `${file.taken.length} characters were kept of 18,000,000`);
  t.end();
});
