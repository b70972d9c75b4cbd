import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import t from 'tap';
import { attributesOf, type OtlpOrigin } from '../../src/telemetry/otlp.ts';
import { metricsRequest, type RegistryMetric } from '../../src/telemetry/otlp-metrics.ts';
import { tracesRequest } from '../../src/telemetry/otlp-traces.ts';

const ORIGIN: OtlpOrigin = {
  resource: { attributes: attributesOf({ 'service.name': 'jobdata' }) },
  scope: { name: 'jobdata', version: '1.0.0' },
};
const AT = Date.parse('2026-11-20T10:00:00Z');

t.test('spans as OTLP/JSON: ids in hexadecimal, times in nanoseconds as texts, attributes by type', (t) => {
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

t.test('metrics as OTLP/JSON are the figures of the registry', async (t) => {
  const registers = [new Registry()];
  const counter = new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['tool'], registers });
  const gauge = new Gauge({ name: 'held_bytes', help: 'Held.', registers });
  const histogram = new Histogram({
    name: 'call_seconds',
    help: 'Took.',
    labelNames: ['tool'],
    buckets: [0.1, 1, 10],
    registers,
  });
  counter.inc({ tool: 'ping' }, 3);
  gauge.set(42);
  for (const [tool, seconds] of [
    ['ping', 0.05],
    ['ping', 0.1],
    ['ping', 5],
    ['ping', 50],
    ['scrape_url', 2],
  ] as const)
    histogram.observe({ tool }, seconds);
  const json = (await registers[0]?.getMetricsAsJSON()) as unknown as RegistryMetric[];
  const request: any = metricsRequest(ORIGIN, json, { startedAt: AT, now: AT + 60_000 });
  const [calls, held, took] = request.resourceMetrics[0].scopeMetrics[0].metrics;
  t.match(calls, {
    name: 'calls_total',
    description: 'Calls.',
    sum: {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [
        {
          attributes: [{ key: 'tool', value: { stringValue: 'ping' } }],
          startTimeUnixNano: '1795168800000000000',
          timeUnixNano: '1795168860000000000',
          asDouble: 3,
        },
      ],
    },
  });
  t.match(held, { name: 'held_bytes', unit: 'By', gauge: { dataPoints: [{ asDouble: 42 }] } });
  t.match(took, {
    name: 'call_seconds',
    unit: 's',
    histogram: {
      aggregationTemporality: 2,
      dataPoints: [
        { count: '4', sum: 55.15, explicitBounds: [0.1, 1, 10], bucketCounts: ['2', '0', '1', '1'] },
        { count: '1', sum: 2, bucketCounts: ['0', '0', '1', '0'] },
      ],
    },
  });
  // One more bucket than bounds, and all of them are the count.
  for (const { bucketCounts, explicitBounds, count } of took.histogram.dataPoints) {
    t.equal(bucketCounts.length, explicitBounds.length + 1);
    t.equal(
      bucketCounts.reduce((sum: number, one: string) => sum + Number(one), 0),
      Number(count),
    );
  }
});

t.test('figures that are none, and kinds that OTLP has no room for, are left out', (t) => {
  const metrics: RegistryMetric[] = [
    { name: 'a', help: '', type: 'gauge', values: [{ value: Number.NaN, labels: {} }] },
    { name: 'b', help: '', type: 'summary', values: [{ value: 1, labels: { quantile: 0.5 } }] },
  ];
  const request: any = metricsRequest(ORIGIN, metrics, { startedAt: AT, now: AT });
  t.strictSame(request.resourceMetrics[0].scopeMetrics[0].metrics, [
    { name: 'a', description: '', gauge: { dataPoints: [] } },
  ]);
  t.end();
});
