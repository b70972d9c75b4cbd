// Quiet machine: Leases run out in real time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { openStore } from '../../src/store/open.ts';
import { Chaos, sleep, type ChaosOptions } from '../support/ledger-chaos.ts';
import { startPostgres, withoutPostgres } from '../support/postgres-server.ts';
import { account, key } from '../support/store-contract.ts';
import { some, volume } from '../support/volume.ts';

/** LEDGER_MUTANTS=1 shows that the removal of each safeguard would be noticed. */
const TIMES = volume(1, 5);
const KILLS = volume(1, 4);
const LEASE_MS = 1_000;
const skip = await withoutPostgres();

async function wreak(t: Test, times: number, mutant?: string): Promise<string[]> {
  const server = await startPostgres(t);
  const options: ChaosOptions = { url: server.url, replicas: 3, callers: volume(12, 24), leaseMs: LEASE_MS };
  const chaos = new Chaos(mutant === undefined ? options : { ...options, mutant });
  await chaos.start();
  await sleep(300);
  for (let round = 0; round < times; round += 1) {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await chaos.kill();
      await sleep(Math.random() * 300);
    }
    const stopped = await chaos.stop(LEASE_MS * 1.6);
    // A replica that was considered dead and is back: what it reserves from now on must not be lost.
    await sleep(30 + Math.random() * 100);
    await chaos.kill(stopped);
    // Only its main process is killed, or it is restarted as an operator would.
    if (round % 2 === 0) await server.kill();
    else await server.stop();
    await sleep(200);
    await server.start();
    await sleep(300);
  }
  const problems = await chaos.finish();
  t.comment(JSON.stringify(chaos.figures));
  t.ok(chaos.figures.charged > 0 && chaos.figures.refused > 0 && chaos.figures.failed > 0, 'all kinds of ends');
  return problems;
}

t.test(
  'replicas that are killed, or stopped beyond their lease, and a killed server: nothing is lost, duplicated or stuck',
  { skip, timeout: 3_600_000 },
  async (t) => {
    t.strictSame((await wreak(t, TIMES)).slice(0, 20), []);
  },
);

t.test(
  'reservations of a killed replica are released at most two beats after its lease ends, or after its server returns',
  { skip, timeout: 120_000 },
  async (t) => {
    const leaseMs = 5_000;
    const beatMs = leaseMs / 5;
    const server = await startPostgres(t);
    const survivor = await openStore({ file: '', url: server.url, role: 'serve', leaseMs });
    t.teardown(() => survivor.close());
    await survivor.accounts.create(account('a', { plan: 'pro', allowance: 1e6, createdAt: Date.now() }));
    await survivor.keys.create({ ...key('k', 'a'), createdAt: Date.now() });
    const ask = async <Row extends object>(sql: string): Promise<Row> => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<Row>(sql).finally(() => client.end());
      return rows[0] as Row;
    };
    const until = async (isSo: () => Promise<boolean>): Promise<void> => {
      while (!(await isSo())) await sleep(100);
    };
    const stateOf = async (receiptId: string): Promise<string | null> =>
      (await ask<{ state: string | null }>(`SELECT max(state) AS state FROM ledger WHERE receipt_id = '${receiptId}'`))
        .state;
    for (const kills of some(['the replica'], ['the replica', 'the server too'])) {
      const receiptId = `of ${kills}`;
      const place = JSON.stringify({ url: server.url, leaseMs });
      const dying = fork(new URL('../support/ledger-replica.mjs', import.meta.url), [place], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      t.teardown(() => dying.kill('SIGKILL'));
      await once(dying, 'message');
      const call = { id: 1, accountId: 'a', keyId: 'k', key: receiptId, receiptId, amount: 2_000, cost: 500 };
      dying.send({ ...call, fails: false, immediate: false, workMs: 100_000 });
      await until(async () => (await stateOf(receiptId)) === 'reserved');
      dying.kill('SIGKILL');
      await once(dying, 'exit');
      const { lease } = await ask<{ lease: string }>(
        `SELECT extract(epoch FROM lease_until) * 1000 AS lease FROM replica WHERE id = (SELECT holder FROM ledger WHERE receipt_id = '${receiptId}')`,
      );
      let back = 0;
      if (kills !== 'the replica') {
        await server.kill();
        await server.start();
        back = Number((await ask<{ now: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')).now);
      }
      await until(async () => (await stateOf(receiptId)) !== 'reserved');
      // The time at which the orphan sweeper closed it, by the clock of the database.
      const { at, balance } = await ask<{ at: string; balance: string }>(
        `SELECT ledger.created_at + duration_ms AS at, balance FROM ledger JOIN account ON account.id = account_id WHERE receipt_id = '${receiptId}'`,
      );
      t.equal(Number(balance), 1e6, 'all of it is free again');
      t.ok(Number(at) >= Number(lease), 'not before its lease had run out');
      const late = Number(at) - Math.max(Number(lease), back);
      t.ok(late <= 2 * beatMs, `${receiptId}: free ${Math.round(late)} ms after that`);
    }
    t.strictSame(await survivor.ledger.audit(Date.now()), []);
  },
);

for (const mutant of process.env['LEDGER_MUTANTS'] ? ['no claim', 'no state check', 'no fencing'] : []) {
  t.test(`the planted fault is noticed: ${mutant}`, { skip, timeout: 600_000 }, async (t) => {
    const problems = await wreak(t, 4, mutant);
    t.comment(problems.slice(0, 5).join('\n'));
    t.ok(problems.length > 0, `${problems.length} problems`);
  });
}
