// Quiet machine: The load balancer's checks and the drains take real time.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execFileSync } from 'node:child_process';
import t, { type Test } from 'tap';
import {
  callTool,
  DRAIN_MS,
  manyCredits,
  newSearch,
  readBooks,
  startFleet,
  StubbornCallers,
  until,
  withoutFleet,
  type CallAnswer,
} from '../support/fleet.ts';
import { onlyLong, volume } from '../support/volume.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Rounds of restarting every replica once. */
const ROUNDS = volume(1, 3);
/** The drains and the load balancer's checks take real time. */
const skip = onlyLong || (await withoutFleet());

/** Calls without a pause until it is told to end. No call is repeated: each must be answered with 200. */
class Load {
  answered = 0;
  readonly faults: string[] = [];
  readonly #ending = new AbortController();
  readonly #all: Promise<void>[] = [];

  constructor(t: Test) {
    t.teardown(() => this.#ending.abort());
  }

  add(count: number, call: () => Promise<CallAnswer>, isRight: (answer: CallAnswer) => boolean): void {
    const live = async (): Promise<void> => {
      while (!this.#ending.signal.aborted) {
        try {
          const answer = await call();
          this.answered += 1;
          if (answer.status !== 200 || !isRight(answer)) this.faults.push(`${answer.status} ${answer.reason ?? ''}`);
        } catch (error) {
          const { message, cause } = error as Error;
          this.faults.push(`${message} ${cause instanceof Error ? cause.message : ''}`);
        }
        // The replicas need the machine too.
        await delay(10);
      }
    };
    this.#all.push(...Array.from({ length: count }, live));
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#all);
  }
}

function startLoad(t: Test, url: string, apiKey: string): { pings: Load; streams: Load; searches: Load } {
  const [pings, streams, searches] = [new Load(t), new Load(t), new Load(t)];
  pings.add(
    8,
    () => callTool(url, apiKey),
    ({ receipt }) => receipt?.cost === 0,
  );
  // Longer than a drain, because drains end within the time that calls have when the listener is closed.
  const stream = (): Promise<CallAnswer> => callTool(url, apiKey, { ...newSearch(DRAIN_MS + 1_000), stream: true });
  streams.add(6, stream, ({ receipt, progress }) => receipt?.cost === 2 && progress > 0);
  searches.add(
    2,
    () => callTool(url, apiKey, newSearch()),
    ({ receipt }) => receipt?.cost === 2,
  );
  return { pings, streams, searches };
}

t.test(
  `every replica is restarted ${ROUNDS} times under load, and no call is lost`,
  { skip, timeout: 300_000 },
  async (t) => {
    const fleet = await startFleet(t, { env: manyCredits(t) });
    const { pings, streams, searches } = startLoad(t, fleet.url, fleet.apiKey);
    for (let round = 0; round < ROUNDS; round += 1) await fleet.restartEach();
    await Promise.all([pings, streams, searches].map((load) => load.end()));
    t.comment(`${pings.answered} pings, ${streams.answered} streams, ${searches.answered} searches`);
    for (const [name, load] of Object.entries({ pings, streams, searches })) {
      t.ok(load.answered > 0, name);
      t.strictSame(load.faults.slice(0, 5), [], `${name}: all answered 200, none reset`);
    }
    const calls = streams.answered + searches.answered;
    t.match(await readBooks(fleet.env), {
      calls,
      charged: calls * 2_000,
      used: calls * 2_000,
      held: 0,
      claims: 0,
      verify: /sound/,
    });
  },
);

/** The built service with one more migration, like the next release: it adds a column and a table. */
function makeNextRelease(t: Test): string {
  const folder = join(t.testdirName, 'next');
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'schemas']) symlinkSync(join(ROOT, name), join(folder, name));
  const index = join(folder, 'dist', 'src', 'store', 'postgres', 'migrations', 'index.js');
  const next = `
    ALTER TABLE account ADD COLUMN nickname TEXT;
    CREATE TABLE account_note (account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE, text TEXT NOT NULL);
    CREATE INDEX account_nickname ON account (nickname);`;
  writeFileSync(
    index,
    `${readFileSync(index, 'utf8')}
const known = Math.max(...MIGRATIONS.keys());
MIGRATIONS.set(known + 1, { ...MIGRATIONS.get(known), sql: ${JSON.stringify(next)}, outside: [], oldest: known });`,
  );
  return folder;
}

t.test(
  'the next release runs beside this one during a migration that only adds',
  { skip, timeout: 300_000 },
  async (t) => {
    const fleet = await startFleet(t, { env: manyCredits(t) });
    const next = makeNextRelease(t);
    const callers = new StubbornCallers(t, fleet.url, fleet.apiKey, volume(3, 6));
    const load = new Load(t);
    load.add(
      volume(2, 4),
      () => callTool(fleet.url, fleet.apiKey),
      ({ receipt }) => receipt?.cost === 0,
    );
    await until(() => callers.told.size > 20);
    const env = { ...process.env, ...fleet.env };
    const said = execFileSync(process.execPath, [join(next, 'dist', 'src', 'cli', 'main.js'), 'migrate'], {
      env,
      encoding: 'utf8',
    });
    t.match(said, /The database matches this release \(schema \d+\)\./);
    // A replica of this release restarts beside it during the roll-out.
    await fleet.restart(0);
    for (const index of [0, 1, 2]) {
      await fleet.restart(index, { TEST_DIST: pathToFileURL(join(next, 'dist/')).href });
      t.pass(`replica ${index + 1} is of the next release`);
    }
    await Promise.all([callers.end(), load.end()]);
    t.strictSame(load.faults.slice(0, 5), [], `${load.answered} pings: none was lost`);
    const { calls, charged, problems } = callers.sum();
    t.strictSame(problems, []);
    t.equal(callers.repeats, 0, `${calls} calls were charged, none had to be repeated`);
    t.match(await readBooks(fleet.env), { calls, charged, used: charged, held: 0, claims: 0 });
  },
);
