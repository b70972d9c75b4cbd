// A replica in a process that a test may kill or stop. It makes calls on order, as the service does.
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '../../dist/src/lib/clock.js';
import { openStore } from '../../dist/src/store/open.js';
import { IdempotencyKeyInUse } from '../../dist/src/store/idempotency-key-in-use.js';

const { url, leaseMs } = JSON.parse(process.argv[2]);
const PATIENCE_MS = 8_000;

process.on('disconnect', () => process.exit(0));
const store = await openStore({
  file: '',
  url,
  leaseMs,
  role: 'serve',
  termsOf: () => ({ allowance: 1e9, overageRate: 20_000 }),
});

async function call({ accountId, keyId, key, amount, cost, fails, immediate, workMs, receiptId }) {
  const hold = { receiptId, accountId, keyId, tool: 'scrape_jobs', amount, at: Date.now() };
  const claim = { accountId, key, tool: 'scrape_jobs', argumentsHash: 'h', expiresAt: Date.now() + DAY_MS };
  const replay = { ...claim, result: JSON.stringify({ receiptId, cost }) };
  const settlement = () => ({ cost, cached: false, at: Date.now(), durationMs: 1, replay });
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const before = await store.replays.find(accountId, key, Date.now());
    if (before) return { answer: JSON.parse(before.result), replayed: true };
    try {
      if (immediate) await store.ledger.charge(hold, settlement());
      else await store.ledger.reserve(hold, claim);
      break;
    } catch (error) {
      if (!(error instanceof IdempotencyKeyInUse) || Date.now() > until) throw error;
      await delay(20);
    }
  }
  if (immediate) return { answer: { receiptId, cost } };
  await delay(workMs);
  if (fails) {
    await store.ledger.release(receiptId, 'upstream_failed', Date.now(), workMs);
    return { failed: true };
  }
  await store.ledger.settle(receiptId, settlement());
  return { answer: { receiptId, cost } };
}

process.on('message', async (message) => {
  if (message.do === 'end') {
    await store.close();
    process.exit(0);
  }
  try {
    process.send({ id: message.id, ...(await call(message)) });
  } catch (error) {
    if (error.reason === 'quota_exceeded') process.send({ id: message.id, refused: true });
    else process.send({ id: message.id, fault: `${error.name} ${error.message}`, applied: error.applied });
  }
});
process.send({ ready: true });
