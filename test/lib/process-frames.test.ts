import t from 'tap';
import { FrameReader, frameHead } from '../../src/lib/process-frames.ts';

t.test('frames are read whole, however the bytes are split', async (t) => {
  const bodies = [Buffer.from('a body with \0 and \xff'), Buffer.alloc(0), Buffer.alloc(300_000, 'b')];
  const stream = Buffer.concat(
    bodies.flatMap((body, index) => [frameHead({ index, text: 'é😀'.repeat(index) }, body.length), body]),
  );
  for (const size of [1, 7, 8, 9, 65_536, stream.length]) {
    const seen: [unknown, Buffer][] = [];
    const reader = new FrameReader((value, body) => seen.push([value, Buffer.from(body.view())]));
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    t.strictSame(
      seen.map(([value]) => value),
      bodies.map((_, index) => ({ index, text: 'é😀'.repeat(index) })),
      `${size}`,
    );
    t.ok(
      seen.every(([, body], index) => body.equals(bodies[index] as Buffer)),
      `${size}`,
    );
  }
});

t.test('bytes that are not a frame are refused at once', async (t) => {
  const told: unknown[] = [];
  const read = (bytes: Buffer): void => new FrameReader((value) => told.push(value)).push(bytes);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(4, 0);
  t.throws(() => read(Buffer.from('Error: something went wrong')));
  t.throws(() => read(Buffer.concat([head, Buffer.from('{"a"')])));
  t.strictSame(told, []);
});
