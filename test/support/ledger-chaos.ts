import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { openStore } from '../../src/store/open.ts';
import { account, key } from './store-contract.ts';

export interface ChaosOptions {
  url: string;
  replicas: number;
  callers: number;
  leaseMs: number;
  /** The replicas run without this safeguard (see `ledger-mutants.mjs`). */
  mutant?: string;
}

interface Call {
  accountId: string;
  keyId: string;
  key: string;
  amount: number;
  cost: number;
  fails: boolean;
  immediate: boolean;
  workMs: number;
}

interface Reply {
  answer?: { receiptId: string; cost: number };
  replayed?: boolean;
  refused?: boolean;
  failed?: boolean;
  fault?: string;
}

export interface ChaosFigures {
  calls: number;
  charged: number;
  refused: number;
  failed: number;
  replayed: number;
  askedAgain: number;
  kills: number;
  stops: number;
  /** The longest time for which a reservation was seen open; `drainMs` is the time until all were closed in the end. */
  longestHoldMs: number;
  drainMs: number;
  faults: Record<string, number>;
}

const ACCOUNTS = 12;
const DRY = 3;
/** If a replica does not answer in this time, the caller tries another. */
const PATIENCE_MS = 600;
/** Any call that is still running at the end should need much less time. */
const LAST_ANSWER_MS = 30_000;

class Replica {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  stopped = false;
  #sent = 0;

  #ending = false;

  /** `onEnd` is called if the replica ends without an order. */
  constructor({ url, leaseMs, mutant }: ChaosOptions, onEnd: () => void) {
    const mutants =
      mutant && new URL(`./ledger-mutants.mjs?mutant=${encodeURIComponent(mutant)}`, import.meta.url).href;
    this.child = fork(new URL('./ledger-replica.mjs', import.meta.url), [JSON.stringify({ url, leaseMs })], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: mutants ? ['--import', mutants] : [],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    this.ready = Promise.race([once(this.child, 'message'), once(this.child, 'exit')]);
    this.child.on('message', (reply: Reply & { id: number }) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
    this.child.on('error', () => {});
    this.child.on('exit', () => {
      if (!this.#ending) onEnd();
      for (const tell of this.#waiting.values()) tell(undefined);
      this.#waiting.clear();
    });
  }

  get lives(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  ask(call: Call): Promise<Reply | undefined> {
    this.#sent += 1;
    const id = this.#sent;
    const receiptId = `${call.key}_${Math.random().toString(36).slice(2, 12)}`;
    return new Promise((resolve) => {
      if (!this.lives || !this.child.connected) return resolve(undefined);
      this.#waiting.set(id, resolve);
      this.child.send({ id, receiptId, ...call }, () => {});
    });
  }

  async end(signal?: NodeJS.Signals): Promise<void> {
    if (!this.lives) return;
    this.#ending = true;
    const gone = once(this.child, 'exit');
    if (signal) this.child.kill(signal);
    else if (this.child.connected) this.child.send({ do: 'end' });
    if (this.stopped) this.child.kill('SIGCONT');
    await gone;
  }
}

/**
 * Callers repeat each call on replicas of one database until it is answered, while the replicas are killed and stopped.
 */
export class Chaos {
  readonly figures: ChaosFigures = {
    calls: 0,
    charged: 0,
    refused: 0,
    failed: 0,
    replayed: 0,
    askedAgain: 0,
    kills: 0,
    stops: 0,
    longestHoldMs: 0,
    drainMs: 0,
    faults: {},
  };
  readonly #options: ChaosOptions;
  readonly #replicas: Replica[] = [];
  readonly #answers = new Map<string, { receiptId: string; cost: number }>();
  readonly #doubted = new Set<string>();
  readonly #problems: string[] = [];
  readonly #seen = new Map<string, number>();
  #calling = false;
  #done = false;
  #callers: Promise<unknown[]> = Promise.resolve([]);
  #watch: Promise<void> = Promise.resolve();

  constructor(options: ChaosOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { url, replicas, callers } = this.#options;
    const store = await openStore({ file: '', url, role: 'serve' });
    const now = Date.now();
    for (let index = 0; index < ACCOUNTS; index += 1) {
      const id = `a${index}`;
      const allowance = index < DRY ? 4_000 : 1e9;
      await store.accounts.create(account(id, { plan: 'pro', allowance, createdAt: now }));
      await store.keys.create({ ...key(`k${index}`, id), createdAt: now, dailyCap: index % 2 === 0 ? 1e9 : null });
    }
    await store.accounts.setOverage('a1', 4_000);
    await store.close();
    for (let index = 0; index < replicas; index += 1) this.#replicas.push(this.#begin());
    await Promise.all(this.#replicas.map(({ ready }) => ready));
    this.#calling = true;
    this.#callers = Promise.all(Array.from({ length: callers }, () => this.#caller()));
    this.#watch = this.#watchHolds();
  }

  /** Kills a replica, by default a random one, and starts another in its place. */
  async kill(index = this.#pick()): Promise<void> {
    this.figures.kills += 1;
    await this.#replicas[index]?.end('SIGKILL');
    const next = this.#begin();
    this.#replicas[index] = next;
    await next.ready;
  }

  /** Stops a random replica for `ms`. Returns its index. */
  async stop(ms: number): Promise<number> {
    const index = this.#pick();
    const replica = this.#replicas[index] as Replica;
    this.figures.stops += 1;
    replica.stopped = true;
    replica.child.kill('SIGSTOP');
    await sleep(ms);
    replica.child.kill('SIGCONT');
    replica.stopped = false;
    return index;
  }

  /** Waits until the callers have ended, and returns a sentence for each fault. */
  async finish(): Promise<string[]> {
    this.#calling = false;
    const answered = await Promise.race([this.#callers, sleep(LAST_ANSWER_MS, 'unref')]);
    if (!answered) this.#problems.push('a caller has no answer');
    const from = Date.now();
    const left = await this.#untilNothingIsHeld(4 * this.#options.leaseMs + 8_000);
    this.figures.drainMs = Date.now() - from;
    this.#done = true;
    await this.#watch;
    const ended = Promise.all(this.#replicas.map((replica) => replica.end()));
    if (!(await Promise.race([ended, sleep(LAST_ANSWER_MS, 'unref')]))) {
      this.#problems.push('a replica does not end');
      await Promise.all(this.#replicas.map((replica) => replica.end('SIGKILL')));
    }
    if (left > 0) this.#problems.push(`${left} holds are left`);
    await this.#examine();
    return this.#problems;
  }

  #begin(): Replica {
    return new Replica(this.#options, () => this.#problems.push('a replica ended of itself'));
  }

  #pick(): number {
    return Math.floor(Math.random() * this.#replicas.length);
  }

  async #caller(): Promise<void> {
    while (this.#calling) {
      this.figures.calls += 1;
      await this.#make(this.#nextCall());
    }
  }

  #nextCall(): Call {
    const { calls } = this.figures;
    const of = Math.random() < 0.5 ? ACCOUNTS - 1 : Math.floor(Math.random() * ACCOUNTS);
    return {
      accountId: `a${of}`,
      keyId: `k${of}`,
      key: `call${calls}`,
      amount: 2_000,
      cost: calls % 2 === 0 ? 500 : 2_000,
      fails: calls % 11 === 0,
      immediate: calls % 5 === 0,
      workMs: Math.floor(Math.random() * 12),
    };
  }

  /**
   * Repeats the call with the same idempotency key until it is answered. Every ninth call goes to two replicas at once.
   */
  async #make(call: Call): Promise<void> {
    let unheard = false;
    // Without a safeguard, a call may never end.
    while (!this.#done) {
      const twice = this.figures.calls % 9 === 0;
      const asked = [this.#pick(), ...(twice ? [this.#pick()] : [])];
      const replies = await Promise.all(
        asked.map((index) => {
          const reply = this.#replicas[index]?.ask(call).then((reply) => this.#hear(call, reply));
          // An answer that arrives too late is still recorded.
          return Promise.race([reply, sleep(PATIENCE_MS)]);
        }),
      );
      if (replies.some((reply) => reply?.answer)) return void (this.figures.charged += 1);
      // If one of two replicas fails, the other may still have charged the call before it was killed.
      unheard ||= replies.includes(undefined);
      if (replies.every((reply) => reply?.refused)) {
        // A replica that did not answer may have charged the call before another replica refused it. A repeat then
        // returns the answer.
        if (unheard) this.#doubted.add(call.key);
        return void (this.figures.refused += 1);
      }
      if (replies.every((reply) => reply?.failed)) return void (this.figures.failed += 1);
      this.figures.askedAgain += 1;
      await sleep(10);
    }
  }

  #hear(call: Call, reply: Reply | undefined): Reply | undefined {
    if (reply?.replayed) this.figures.replayed += 1;
    if (reply?.fault) this.figures.faults[reply.fault] = (this.figures.faults[reply.fault] ?? 0) + 1;
    if (reply?.answer) this.#told(call, reply.answer);
    return reply;
  }

  #told({ key: name, cost }: Call, answer: { receiptId: string; cost: number }): void {
    const before = this.#answers.get(name);
    if (before && before.receiptId !== answer.receiptId) {
      this.#problems.push(`${name} was answered under ${before.receiptId}, then under ${answer.receiptId}`);
    }
    if (answer.cost !== cost) this.#problems.push(`${name} was told the answer of another call`);
    this.#answers.set(name, answer);
  }

  async #watchHolds(): Promise<void> {
    while (!this.#done) {
      await sleep(60);
      const rows = await this.#query<{ receipt_id: string }>(
        "SELECT receipt_id FROM ledger WHERE state = 'reserved'",
      ).catch(() => undefined);
      if (!rows) continue;
      const now = Date.now();
      const open = new Set(rows.map(({ receipt_id: id }) => id));
      for (const id of open) if (!this.#seen.has(id)) this.#seen.set(id, now);
      for (const [id, since] of this.#seen) {
        if (open.has(id)) this.figures.longestHoldMs = Math.max(this.figures.longestHoldMs, now - since);
        else this.#seen.delete(id);
      }
    }
  }

  async #untilNothingIsHeld(withinMs: number): Promise<number> {
    for (const until = Date.now() + withinMs; ; await sleep(50)) {
      const [row] = await this.#query<{ open: number }>(
        `SELECT ((SELECT count(*) FROM ledger WHERE state = 'reserved') + (SELECT count(*) FROM replay WHERE result IS NULL))::int AS open`,
      );
      if (row?.open === 0 || Date.now() > until) return row?.open ?? 0;
    }
  }

  async #examine(): Promise<void> {
    const store = await openStore({ file: '', url: this.#options.url });
    this.#problems.push(...(await store.ledger.audit(Date.now())));
    await store.close();
    const charges = await this.#query<{ receipt_id: string; amount: string }>(
      "SELECT receipt_id, amount FROM ledger WHERE state = 'settled'",
    );
    const kept = new Map(
      (await this.#query<{ key: string; result: string }>('SELECT key, result FROM replay')).map(({ key, result }) => [
        key,
        JSON.parse(result) as { receiptId: string; cost: number },
      ]),
    );
    const seen = new Set<string>();
    for (const { receipt_id: id, amount } of charges) {
      const name = id.slice(0, id.lastIndexOf('_'));
      if (seen.has(name)) this.#problems.push(`${name} was charged twice`);
      seen.add(name);
      const answer = this.#answers.get(name) ?? (this.#doubted.has(name) ? kept.get(name) : undefined);
      if (!answer) this.#problems.push(`nobody was told of ${id}`);
      else if (answer.receiptId !== id || answer.cost !== Number(amount)) {
        this.#problems.push(`${name} was told ${JSON.stringify(answer)}, and ${id} was charged ${amount}`);
      }
    }
    for (const name of this.#answers.keys()) if (!seen.has(name)) this.#problems.push(`the charge of ${name} is lost`);
    const [least] = await this.#query<{ least: string }>('SELECT min(balance) AS least FROM account');
    if (Number(least?.least) < 0) this.#problems.push('an account is overdrawn');
  }

  async #query<Row extends object>(text: string): Promise<Row[]> {
    const client = new Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: 1_000,
      query_timeout: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** With `unref`, the timer does not keep the process alive. */
export function sleep(ms: number, unref?: 'unref'): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined);
    if (unref) timer.unref();
  });
}
