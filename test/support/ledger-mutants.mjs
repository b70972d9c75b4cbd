// Loaded before a replica of the tests (node --import), with MUTANT in its URL's query: takes a safeguard out of the
// compiled ledger, so that a test can show that it would be missed.
import { register } from 'node:module';

const mutant = new URL(import.meta.url).searchParams.get('mutant');

/** What is found in which file, and what stands there instead. */
const MUTANTS = {
  'no claim': [['postgres/batch-keys.js', 'throw new IdempotencyKeyInUse(held.row.arguments_hash)', 'return']],
  'no state check': [
    [
      'postgres/batch-rules.js',
      "entry.state === 'released' && entry.outcome === 'abandoned' && this.#isOwn(receiptId)",
      'false',
    ],
    ['credits/calls.js', "entry.state !== 'reserved'", 'false'],
    // Of what was given back nothing is held: that alone would stand in the way, too.
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
