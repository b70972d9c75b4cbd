import t from 'tap';
import { WaitingAccounts } from '../../src/lib/waiting-accounts.ts';

t.test('the accounts that wait, by their callers', (t) => {
  const waiting = new WaitingAccounts();
  t.strictSame([...waiting.all], []);
  const leave = ['a', 'a', 'b'].map((account) => waiting.enter(account));
  t.strictSame([...waiting.all], ['a', 'b']);
  leave[0]?.();
  leave[0]?.();
  t.strictSame([...waiting.all], ['a', 'b'], 'one of two callers has left, once');
  leave[1]?.();
  t.strictSame([...waiting.all], ['b']);
  leave[2]?.();
  t.strictSame([...waiting.all], ['b'], 'the last one stays');
  const second = waiting.enter('b');
  waiting.enter('c');
  second();
  t.strictSame([...waiting.all], ['c']);
  t.end();
});
