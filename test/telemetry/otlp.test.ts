import t from 'tap';
import { attributesOf, type OtlpOrigin } from '../../src/telemetry/otlp.ts';
import { tracesRequest } from '../../src/telemetry/otlp-traces.ts';

const ORIGIN: OtlpOrigin = {
  resource: { attributes: attributesOf({ 'service.name': 'jobdata' }) },
  scope: { name: 'jobdata', version: '1.0.0' },
};
const AT = Date.parse('2026-11-20T10:00:00Z');

t.test('spans as OTLP/JSON: IDs in hexadecimal, times in nanoseconds as strings, attributes by type', (t) => {
  const [first, second] = [
    {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      parentSpanId: undefined,
      isParentRemote: false,
      state: '',
      name: 'tools/call ping',
      kind: 'server' as const,
      startedAt: AT,
      endedAt: AT + 1.5,
      attributes: { text: 'a', whole: 7, part: 0.5, yes: true },
      failed: false,
    },
    {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'c7ad6b7169203331',
      parentSpanId: 'b7ad6b7169203331',
      isParentRemote: true,
      state: 'congo=1',
      name: 'fetch reed',
      kind: 'client' as const,
      startedAt: AT,
      // A clock that was set back.
      endedAt: AT - 1,
      attributes: { 'error.type': 'timeout' },
      failed: true,
    },
  ];
  t.strictSame(JSON.parse(JSON.stringify(tracesRequest(ORIGIN, [first as never, second as never]))), {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'jobdata' } }] },
        scopeSpans: [
          {
            scope: { name: 'jobdata', version: '1.0.0' },
            spans: [
              {
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: 'b7ad6b7169203331',
                flags: 257,
                name: 'tools/call ping',
                kind: 2,
                startTimeUnixNano: '1795168800000000000',
                endTimeUnixNano: '1795168800001500000',
                attributes: [
                  { key: 'text', value: { stringValue: 'a' } },
                  { key: 'whole', value: { intValue: '7' } },
                  { key: 'part', value: { doubleValue: 0.5 } },
                  { key: 'yes', value: { boolValue: true } },
                ],
                status: {},
              },
              {
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: 'c7ad6b7169203331',
                parentSpanId: 'b7ad6b7169203331',
                traceState: 'congo=1',
                flags: 769,
                name: 'fetch reed',
                kind: 3,
                startTimeUnixNano: '1795168800000000000',
                endTimeUnixNano: '1795168800000000000',
                attributes: [{ key: 'error.type', value: { stringValue: 'timeout' } }],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
  t.end();
});
