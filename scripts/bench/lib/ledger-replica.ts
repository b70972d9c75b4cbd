// A replica of the scale benchmark reserves and settles credits in a separate process, and reports how fast it does so.
import { Pool } from 'pg';
import { openStore } from '../../../src/store/open.ts';

export interface LedgerLoad {
  file: string;
  url?: string;
  /** `single` makes each step with one conditional statement in a separate transaction. */
  steps: 'store' | 'single';
  accounts: number;
  callers: number;
  warmUpMs: number;
  durationMs: number;
  number: number;
  leaseMs?: number;
}

export interface LedgerRate {
  stepsPerSecond: number;
  p99Ms: number;
  silentMs: number;
}

interface Stepper {
  reserve(receiptId: string, accountId: string): Promise<unknown>;
  settle(receiptId: string): Promise<unknown>;
  close(): Promise<void>;
}

const HELD = 2_000;
const COST = 500;

async function openSteps({ file, url, leaseMs }: LedgerLoad): Promise<Stepper> {
  const store = await openStore({ file, url, leaseMs, role: 'serve' });
  const at = Date.now();
  return {
    reserve: (receiptId, accountId) =>
      store.ledger.reserve({ receiptId, accountId, keyId: null, tool: 'scrape_jobs', amount: HELD, at }),
    settle: (receiptId) => store.ledger.settle(receiptId, { cost: COST, cached: false, at, durationMs: 5 }),
    close: () => store.close(),
  };
}

/** A ledger without batches needs at least these two statements, whose conditions are the ledger's rules. */
function openStatements({ url }: LedgerLoad): Stepper {
  const pool = new Pool({ connectionString: url, max: 10 });
  const at = Date.now();
  const reserve = `
    WITH held AS (UPDATE account SET balance = balance - $3 WHERE id = $2 AND balance >= $3 RETURNING id, period)
    INSERT INTO ledger (receipt_id, account_id, tool, state, outcome, period, amount, created_at)
      SELECT $1, id, 'scrape_jobs', 'reserved', 'pending', period, $3, $4 FROM held`;
  const settle = `
    WITH closed AS (
      UPDATE ledger SET state = 'settled', outcome = 'ok', amount = $2, duration_ms = 5
        WHERE receipt_id = $1 AND state = 'reserved' RETURNING account_id)
    UPDATE account SET balance = balance + ${HELD - COST} FROM closed WHERE id = closed.account_id`;
  return {
    reserve: (receiptId, accountId) =>
      pool.query({ name: 'reserve', text: reserve, values: [receiptId, accountId, HELD, at] }),
    settle: (receiptId) => pool.query({ name: 'settle', text: settle, values: [receiptId, COST] }),
    close: () => pool.end(),
  };
}

async function run(load: LedgerLoad): Promise<LedgerRate> {
  const stepper = load.steps === 'store' ? await openSteps(load) : openStatements(load);
  let made = 0;
  let silentMs = 0;
  let measuring = false;
  let going = true;
  let lastAt = 0;
  let waits: number[] = [];
  const timed = async (step: Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await step;
    const now = performance.now();
    if (measuring) {
      waits.push(now - from);
      silentMs = Math.max(silentMs, now - lastAt);
    }
    lastAt = now;
  };
  const caller = async (): Promise<void> => {
    while (going) {
      made += 1;
      const receiptId = `rcpt_${load.number}_${String(made).padStart(9, '0')}`;
      await timed(stepper.reserve(receiptId, `account${made % load.accounts}`));
      await timed(stepper.settle(receiptId));
    }
  };
  const callers = Array.from({ length: load.callers }, caller);
  await new Promise((resolve) => setTimeout(resolve, load.warmUpMs));
  measuring = true;
  waits = [];
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, load.durationMs));
  const seconds = (performance.now() - from) / 1_000;
  measuring = false;
  going = false;
  await Promise.all(callers);
  await stepper.close();
  waits.sort((one, other) => one - other);
  return {
    stepsPerSecond: waits.length / seconds,
    p99Ms: waits[Math.floor((waits.length - 1) * 0.99)] ?? Number.NaN,
    silentMs,
  };
}

// The replicas end with the benchmark, even if it crashes.
process.on('disconnect', () => process.exit(0));
process.once('message', (load) => {
  void run(load as LedgerLoad).then((rate) => process.send?.(rate));
});
