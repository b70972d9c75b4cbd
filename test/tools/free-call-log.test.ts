import t from 'tap';
import type { FreeCalls, LedgerStore } from '../../src/store/types.ts';
import { FreeCallLog } from '../../src/tools/free-call-log.ts';

type Note = Parameters<LedgerStore['note']>[0];

const START = Date.UTC(2026, 10, 20, 10);

function open() {
  const notes: Note[] = [];
  const sums: FreeCalls[] = [];
  const faults: unknown[] = [];
  let fault: Error | undefined;
  const ledger = {
    note: async (note: Note) => {
      if (fault) throw fault;
      notes.push(note);
    },
    noteSum: async (sum: FreeCalls) => {
      if (fault) throw fault;
      sums.push(sum);
    },
  };
  return {
    notes,
    sums,
    faults,
    breakStore: () => (fault = new Error('the disk is gone')),
    free: new FreeCallLog(ledger, (error) => faults.push(error)),
  };
}

function note(at: number, more: Partial<Note> = {}): Note {
  return {
    receiptId: `rcpt_${at}_${Math.random()}`,
    accountId: 'a',
    keyId: 'k',
    tool: 'ping',
    outcome: 'ok',
    cached: false,
    createdAt: at,
    durationMs: 0,
    ...more,
  };
}

t.test('sixty free calls of a key a minute are noted one by one, further ones as one sum per outcome', async (t) => {
  const { free, notes, sums } = open();
  for (let index = 0; index < 1_000; index += 1) free.add(note(START + index));
  for (let index = 0; index < 3; index += 1) free.add(note(START + index, { outcome: 'replayed' }));
  await free.flush();
  t.equal(notes.length, 60);
  t.strictSame(sums, [
    { accountId: 'a', keyId: 'k', tool: 'ping', outcome: 'ok', calls: 940, at: START + 999 },
    { accountId: 'a', keyId: 'k', tool: 'ping', outcome: 'replayed', calls: 3, at: START + 2 },
  ]);
  await free.flush();
  t.equal(sums.length, 2, 'a sum is handed over once');
});

t.test('a busy key does not affect another, and the next minute starts again', async (t) => {
  const { free, notes, sums } = open();
  for (let index = 0; index < 100; index += 1) free.add(note(START + index));
  free.add(note(START + 100, { keyId: 'other' }));
  free.add(note(START + 100, { accountId: 'b', keyId: "b's" }));
  free.add(note(START + 60_000));
  await free.flush();
  t.strictSame(
    notes.slice(60).map(({ accountId, keyId }) => [accountId, keyId]),
    [
      ['a', 'other'],
      ['b', "b's"],
      ['a', 'k'],
    ],
  );
  t.equal(sums[0]?.calls, 40);
});

t.test('a failing store is reported, and the noted call does not fail', async (t) => {
  const { free, faults, breakStore } = open();
  breakStore();
  free.add(note(START));
  await Promise.resolve();
  await Promise.resolve();
  t.match(faults, [{ message: 'the disk is gone' }]);
});
