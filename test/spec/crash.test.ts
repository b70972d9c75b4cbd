import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { openStore } from '../../src/store/open.ts';
import { volume } from '../support/volume.ts';

const SERVER = fileURLToPath(new URL('../support/crash-server.mjs', import.meta.url));
const WRITER = fileURLToPath(new URL('../support/crash-writer.mjs', import.meta.url));
const KILLS = volume(1, 40);
const CALLERS = 12;

t.test(
  `SPEC §7: a service and a command line on one store, killed under load ${KILLS} times`,
  { timeout: 1_200_000 },
  async (t) => {
    const dataDir = t.testdir({});
    const plansFile = join(dataDir, 'plans.json');
    writeFileSync(
      plansFile,
      JSON.stringify({ free_trial: { monthly_credits: 100_000, overage_rate: 0.01, rpm_limit: 1_000_000 } }),
    );
    const env = {
      PATH: process.env['PATH'] ?? '',
      DRAIN_WAIT_MS: '0',
      DATA_DIR: dataDir,
      PLANS_FILE: plansFile,
      PORT: '0',
      LOG_LEVEL: 'silent',
    };
    let apiKey = '';

    async function start(): Promise<{ child: ChildProcess; port: number }> {
      const child = fork(SERVER, { env, execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
      child.stdout?.on('data', (chunk: Buffer) => {
        apiKey ||= /jdm_live_\w+/.exec(chunk.toString())?.[0] ?? '';
      });
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      return { child, port };
    }

    /** The last limit that the command line reported as set. */
    let limit = 0;
    const faults: string[] = [];
    function startWriter(): ChildProcess {
      const child = fork(WRITER, ['operator@localhost', String(limit + 1)], {
        env,
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', (said: { limit?: number; fault?: string }) => {
        if (said.limit !== undefined) limit = said.limit;
        else faults.push(said.fault ?? '');
      });
      return child;
    }

    /** The output of `verify`, and that the command line's reported changes are there. */
    async function verify(): Promise<void> {
      const store = await openStore({ file: join(dataDir, 'jobdata.sqlite') });
      const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(Date.now()))];
      const [account] = await store.accounts.list(Date.now());
      await store.close();
      if (problems.length > 0) t.strictSame(problems, []);
      const kept = (account?.overageLimit ?? 0) / 1000;
      if (kept !== limit && kept !== limit + 1) t.equal(kept, limit, 'the change of plan outlives the kill');
      limit = kept;
    }

    /** Idempotency key → its arguments, until the call is answered. */
    const open = new Map<string, object>();
    const settled = new Map<string, { receipt: string; cost: number; replayed: boolean }>();
    let next = 0;
    let answered = 0;

    async function call(port: number, key: string, args: object): Promise<void> {
      const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'scrape_jobs', arguments: args },
        }),
      });
      const { result } = (await response.json()) as {
        result?: { _meta: Record<string, { id: string; cost: number; replayed: boolean }> };
      };
      open.delete(key);
      answered += 1;
      const receipt = result?._meta['io.jobdata/receipt'];
      if (receipt) settled.set(key, { receipt: receipt.id, cost: receipt.cost, replayed: receipt.replayed });
    }

    async function drive(port: number, dead: AbortSignal): Promise<void> {
      while (!dead.aborted) {
        const retry = [...open.keys()].find((key) => !inFlight.has(key));
        const key = retry ?? `k${(next += 1)}`;
        const args = open.get(key) ?? {
          query: next % 5 === 0 ? `fail ${key}` : next % 3 === 0 ? 'same' : `search ${key}`,
          platforms: ['nhs_jobs'],
        };
        open.set(key, args);
        inFlight.add(key);
        try {
          await call(port, key, args);
        } catch {
          // The process died during the call: the retry shows what happened to it.
          await delay(1);
        } finally {
          inFlight.delete(key);
        }
      }
    }
    const inFlight = new Set<string>();

    let seed = 20261120;
    const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, port } = await start();
      const writer = startWriter();
      const before = limit;
      // Loading it takes longer than the calls.
      while (limit === before) await delay(5);
      const dead = new AbortController();
      const driving = Array.from({ length: CALLERS }, () => drive(port, dead.signal));
      const enough = answered + 1 + Math.floor(random() * 40);
      while (answered < enough) await delay(1);
      await delay(random() * 15);
      dead.abort();
      // Either one first, or both at once.
      for (const victim of kill % 2 === 0 ? [child, writer] : [writer, child]) {
        victim.kill('SIGKILL');
        if (kill % 3 === 0) await once(victim, 'exit');
      }
      await Promise.all(
        [child, writer].map((one) =>
          one.exitCode === null && one.signalCode === null ? once(one, 'exit') : undefined,
        ),
      );
      await Promise.all(driving);
      await verify();
    }
    const last = await start();
    for (const [key, args] of open) await call(last.port, key, args);
    last.child.kill('SIGTERM');
    const [code] = (await once(last.child, 'exit')) as [number];
    t.equal(code, 0, 'SIGTERM drains and ends with 0');

    t.strictSame(faults, [], 'no change by the command line was refused');
    t.ok(limit >= KILLS, `${limit} changes by the command line`);
    const store = await openStore({ file: join(dataDir, 'jobdata.sqlite') });
    const [account] = await store.accounts.list(Date.now());
    const entries = await store.ledger.list(account?.id as string, Date.now());
    t.strictSame(await store.checkIntegrity(), []);
    t.strictSame(await store.ledger.audit(Date.now()), [], 'sum(ledger) = allowance − balance + overage');
    t.equal(entries.filter(({ state }) => state === 'reserved').length, 0, 'no reservation is left');
    const byReceipt = new Map(entries.map((entry) => [entry.receiptId, entry]));
    const lost = [...settled.values()].filter(
      ({ receipt, cost }) => cost > 0 && (byReceipt.get(receipt)?.amount ?? -1) !== cost * 1000,
    );
    t.strictSame(lost, [], 'no settled charge is lost');
    const charges = entries.filter(({ amount }) => amount > 0).length;
    t.equal(charges, settled.size, 'each call that was answered, once or again, was charged once');
    t.ok(
      settled.size > KILLS,
      `${settled.size} calls were charged, ${[...settled.values()].filter(({ replayed }) => replayed).length} of them answered from the store`,
    );
    await store.close();
  },
);
