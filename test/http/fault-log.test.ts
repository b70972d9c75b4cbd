import t from 'tap';
import { ServiceError } from '../../src/errors.ts';
import { createFaultLog } from '../../src/http/fault-log.ts';
import { refusalOf, StoreFault } from '../../src/store/store-fault.ts';

t.test('faults of the store are logged once a minute without a stack; all others in full', (t) => {
  const lines: [context: object, message: string][] = [];
  let now = 0;
  const log = createFaultLog(
    { error: (context: object, message: string) => void lines.push([context, message]) },
    () => now,
  );
  const full = refusalOf(new StoreFault('full', 'no', 'The disk is full.', new Error('ENOSPC')));
  for (const requestId of ['req_1', 'req_2', 'req_3']) log(full, 'call failed', { requestId });
  t.strictSame(lines, [[{ requestId: 'req_1', reason: 'The disk is full.', unlogged: 0 }, 'call failed']]);
  now = 60_000;
  log(full, 'call failed', { requestId: 'req_4' });
  t.match(lines[1], [{ requestId: 'req_4', unlogged: 2 }, 'call failed']);
  const other = new ServiceError('internal', 'Something else.');
  log(other, 'call failed', { requestId: 'req_5' });
  log(other, 'call failed', { requestId: 'req_6' });
  t.strictSame(lines.slice(2), [
    [{ err: other, requestId: 'req_5' }, 'call failed'],
    [{ err: other, requestId: 'req_6' }, 'call failed'],
  ]);
  t.end();
});
