import t from 'tap';
import { formatTraceparent, readTraceContext } from '../../src/telemetry/trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

t.test('W3C Trace Context: parsing a traceparent', (t) => {
  const rows: [given: unknown, sampled: boolean | undefined][] = [
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [` 00-${TRACE}-${SPAN}-01 `, true],
    [`01-${TRACE}-${SPAN}-01-what-may-come`, true],
    [`01-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-01-more`, undefined],
    [`01-${TRACE}-${SPAN}-01.more`, undefined],
    [`ff-${TRACE}-${SPAN}-01`, undefined],
    [`00-${'0'.repeat(32)}-${SPAN}-01`, undefined],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`, undefined],
    [`00-${TRACE.slice(1)}-${SPAN}-01`, undefined],
    [`00-${TRACE}-${SPAN}`, undefined],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, undefined],
    [`01-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`, undefined],
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
    [7, undefined],
    [{ toString: () => `00-${TRACE}-${SPAN}-01` }, undefined],
  ];
  for (const [given, sampled] of rows) {
    const read = readTraceContext(given, undefined);
    t.strictSame(
      read,
      sampled === undefined ? undefined : { traceId: TRACE, spanId: SPAN, sampled, state: '' },
      JSON.stringify(given),
    );
  }
  t.end();
});

t.test('a tracestate is forwarded unchanged or left out whole', (t) => {
  const read = (state: unknown) => readTraceContext(`00-${TRACE}-${SPAN}-01`, state)?.state;
  t.equal(read('congo=t61rcWkgMzE, rojo=00f067aa0ba902b7'), 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7');
  t.equal(read('tenant@vendor=a b'), 'tenant@vendor=a b');
  for (const bad of ['no-value', 'UPPER=1', 'a=1\nb=2', 'a=é', `a=${'x'.repeat(600)}`, ['a=1'], 7])
    t.equal(read(bad), '', JSON.stringify(bad).slice(0, 40));
  t.equal(read(Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(',')), '');
  t.end();
});

t.test('a written traceparent can be parsed again', (t) => {
  for (const sampled of [true, false]) {
    const context = { traceId: TRACE, spanId: SPAN, sampled };
    t.strictSame(readTraceContext(formatTraceparent(context), ''), { ...context, state: '' });
  }
  t.end();
});
