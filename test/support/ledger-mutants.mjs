// Loaded before a replica of the tests (`node --import`), with `mutant` in the query of its URL. Removes a safeguard
// from the compiled ledger, so that a test can show that the loss would be noticed.
import { register } from 'node:module';

const mutant = new URL(import.meta.url).searchParams.get('mutant');

/** Each change names a file, a text in it and the replacement. */
const MUTANTS = {
  'no claim': [['postgres/batch-keys.js', 'throw new IdempotencyKeyInUse(held.row.arguments_hash)', 'return']],
  'no state check': [
    [
      'postgres/batch-rules.js',
      "entry.state === 'released' && entry.outcome === 'abandoned' && this.#isOwn(receiptId)",
      'false',
    ],
    ['credits/calls.js', "entry.state !== 'reserved'", 'false'],
    // A released call has nothing reserved, so this check alone would also refuse to settle it.
    ['credits/calls.js', 'cost <= entry.amount', 'true'],
  ],
  'no fencing': [
    ['postgres/batch-queue.js', '!locked.lease', 'false'],
    ['postgres/replica-lease.js', 'rowCount === 0', 'false'],
  ],
};

const hooks = `
  const changes = ${JSON.stringify(MUTANTS[mutant])};
  export async function load(url, context, next) {
    const loaded = await next(url, context);
    const mine = changes.filter(([file]) => url.endsWith(file));
    if (mine.length === 0) return loaded;
    let source = String(loaded.source);
    for (const [file, found, instead] of mine) {
      if (!source.includes(found)) throw new Error('A mutant finds nothing to change in ' + file);
      source = source.replace(found, instead);
    }
    return { ...loaded, source };
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
