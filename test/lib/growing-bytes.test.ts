import t from 'tap';
import { freeBytes, GrowingBytes } from '../../src/lib/growing-bytes.ts';

t.test('pieces are appended up to the maximum', async (t) => {
  const lengths: number[] = [];
  const bytes = new GrowingBytes(1_000_000, (length) => lengths.push(length));
  t.ok(bytes.append(Buffer.from('one ')));
  t.ok(bytes.append(Buffer.alloc(600_000, 'x')));
  t.ok(bytes.append(Buffer.from(' end')));
  t.equal(bytes.length, 600_008);
  const view = bytes.view();
  t.equal(view.toString('latin1', 0, 6), 'one xx');
  t.equal(view.toString('latin1', 600_004), ' end');
  t.notOk(bytes.append(Buffer.alloc(400_000)), 'more than there may be');
  t.equal(bytes.length, 600_008, 'and nothing of it is taken');
  t.ok(bytes.append(Buffer.alloc(1_000_000 - 600_008)));
  t.strictSame(lengths, [4, 600_004, 600_008, 1_000_000]);
});

t.test('freed bytes are gone at once, including views', async (t) => {
  const bytes = new GrowingBytes(1_000);
  bytes.append(Buffer.from('text'));
  const view = bytes.view();
  bytes.free();
  t.equal(view.length, 0);
  t.equal(bytes.length, 0);
  t.ok(bytes.append(Buffer.from('again')));
  const moved = structuredClone(bytes.view(), { transfer: [bytes.view().buffer as ArrayBuffer] });
  t.equal(Buffer.from(moved).toString(), 'again');
  freeBytes(moved);
  t.equal(moved.length, 0, 'in whatever thread it has come to');
  const other = Buffer.from('others are left to themselves');
  freeBytes(other);
  t.equal(other.toString(), 'others are left to themselves');
});
