import t from 'tap';
import { EgressError } from '../../src/egress/egress.ts';
import type { Renderer } from '../../src/egress/renderer.ts';
import type { PageReader } from '../../src/pages/page-reader.ts';
import { openApi, type Api, type ApiOptions } from '../support/api.ts';
import { openCollector, type Collector, type CollectedSpan } from '../support/collector.ts';
import { braveOf } from '../support/fake-reputation.ts';
import { BOTH, feed, KEYED, NHS, REED, reedAnswer } from '../support/job-answers.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const PARENT = `00-${TRACE}-${SPAN}-01`;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

const renderer: Renderer = {
  unavailable: async () => undefined,
  render: async ({ url }) => {
    if (url.includes('secret-path')) throw new EgressError('timeout', `no answer from ${url}`);
    return { status: 200, url, contentType: 'text/html', html: Buffer.from('<p>words of a page</p>'), exchanges: [] };
  },
  close: async () => {},
};
const pageReader: PageReader = {
  read: async () => ({ text: 'words of a page', totalCharacters: 15, truncated: false }),
  close: async () => {},
};

async function openTraced(t: Parameters<typeof openApi>[0], options: ApiOptions = {}) {
  const collector = await openCollector(t);
  const api = await openApi(t, {
    ...options,
    env: {
      ...KEYED,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=collector%20secret',
      ...options.env,
    },
    overrides: { renderer, pageReader },
  });
  return { api, collector, flush: () => api.service.telemetry?.flush() };
}

const byName = (collector: Collector, name: string): CollectedSpan[] =>
  collector.spans().filter((span) => span.name === name);

function one(collector: Collector, name: string): CollectedSpan {
  const [span, ...more] = byName(collector, name);
  if (!span || more.length > 0) throw new Error(`${more.length + (span ? 1 : 0)} spans are named ${name}`);
  return span;
}

t.test('one span per call, with child spans for platforms and the ledger', async (t) => {
  const { api, collector, flush } = await openTraced(t);
  api.internet.on(REED, reedAnswer([{ title: 'Nurse', company: 'Acme' }])).on(NHS, () => {
    api.clock.advance(1_250);
    throw new EgressError('timeout', 'the site did not answer in time');
  });
  const answer = await api.call('scrape_jobs', { query: 'very private words', location: 'Leeds', platforms: BOTH });
  await flush();
  const call = one(collector, 'tools/call scrape_jobs');
  t.equal(call.kind, 2);
  t.equal(call.parentSpanId, undefined);
  t.strictSame(call.status, {});
  const { id } = answer.json.result._meta['io.jobdata/receipt'];
  t.match(call.attributes, {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'scrape_jobs',
    'jsonrpc.request.id': '1',
    'jobdata.request_id': answer.headers['x-request-id'],
    'jobdata.receipt_id': id,
    'jobdata.cached': false,
    'jobdata.plan': 'pro',
  });
  const parts = ['fetch reed', 'fetch nhs_jobs', 'ledger reserve', 'ledger settle'].map((name) => one(collector, name));
  for (const part of parts) {
    t.equal(part.traceId, call.traceId, part.name);
    t.equal(part.parentSpanId, call.spanId, part.name);
    t.ok(BigInt(part.endTimeUnixNano) >= BigInt(part.startTimeUnixNano), part.name);
  }
  const late = one(collector, 'fetch nhs_jobs');
  t.match(late, { kind: 3, status: { code: 2 }, attributes: { 'error.type': 'timeout' } });
  t.equal(BigInt(late.endTimeUnixNano) - BigInt(late.startTimeUnixNano), 1_250_000_000n);
  t.equal(collector.resource()['service.name'], 'jobdata');
  t.equal(answer.json.result._meta.traceparent, `00-${call.traceId}-${call.spanId}-01`);
  t.match(
    api.logs.find(({ msg }) => msg === 'call'),
    { traceId: call.traceId },
    'the log line leads to the trace',
  );
});

t.test('each page of scrape_url with its steps, named only by host', async (t) => {
  const { api, collector, flush } = await openTraced(t);
  await api.call('scrape_url', {
    urls: ['https://a.example/secret-path?token=t0ken', 'https://b.example:8443/other?x=1'],
  });
  await flush();
  const call = one(collector, 'tools/call scrape_url');
  const pages = byName(collector, 'scrape page');
  t.strictSame(
    pages.map(({ attributes, parentSpanId, status }) => [attributes, parentSpanId, status.code]),
    [
      [{ 'server.address': 'a.example', 'jobdata.rendered': false, 'error.type': 'timeout' }, call.spanId, 2],
      [{ 'server.address': 'b.example:8443', 'jobdata.rendered': true }, call.spanId, undefined],
    ],
  );
  const steps = (page: CollectedSpan | undefined): string[] =>
    collector
      .spans()
      .filter(({ parentSpanId }) => parentSpanId === page?.spanId)
      .map(({ name }) => name);
  t.strictSame(steps(pages[0]), ['wait page', 'load page']);
  t.strictSame(steps(pages[1]), ['wait page', 'render page', 'read page']);
});

t.test('each source of get_reputation', async (t) => {
  const { api, collector, flush } = await openTraced(t, { env: { BRAVE_API_KEY: 'brave-key' } });
  api.internet.on(
    'https://api.search.brave.com/',
    braveOf([{ name: 'Tesco', indeed: [3.3, 742], glassdoor: [3.9, 34] }]),
  );
  await api.call('get_reputation', { company_names: ['Tesco'], country: 'GB' });
  await flush();
  const call = one(collector, 'tools/call get_reputation');
  const asked = byName(collector, 'ask brave');
  t.ok(asked.length > 0);
  for (const span of asked) t.match(span, { traceId: call.traceId, parentSpanId: call.spanId, kind: 3 });
});

t.test('a failed call has a one-word reason', async (t) => {
  const { api, collector, flush } = await openTraced(t);
  await api.call('scrape_jobs', { query: '' });
  await api.call('no such tool of mine');
  await flush();
  t.match(one(collector, 'tools/call scrape_jobs'), {
    status: { code: 2 },
    attributes: { 'error.type': 'invalid_params' },
  });
  const unknown = one(collector, 'tools/call');
  t.match(unknown, { status: { code: 2 }, attributes: { 'error.type': 'unknown_tool' } });
  t.equal(unknown.attributes['gen_ai.tool.name'], undefined, "a caller's text is no name");
});

t.test('W3C trace context: from _meta, else from the header; malformed is ignored', async (t) => {
  const { api, collector, flush } = await openTraced(t);
  const other = PARENT.replaceAll('b7', 'c8').replaceAll('0af', '1bf');
  const rows: [meta: object | undefined, header: Record<string, string>, trace: string | undefined, parent?: string][] =
    [
      [{ traceparent: PARENT, tracestate: 'congo=1' }, {}, TRACE, SPAN],
      [undefined, { traceparent: PARENT, tracestate: 'congo=1' }, TRACE, SPAN],
      [{ traceparent: PARENT, tracestate: 'congo=1' }, { traceparent: other }, TRACE, SPAN],
      [{ traceparent: 'nonsense' }, { traceparent: PARENT }, undefined],
      [undefined, { traceparent: `${PARENT}, ${PARENT}` }, undefined],
      [{ traceparent: 7 }, {}, undefined],
    ];
  for (const [meta, header, trace, parent] of rows) {
    const answer = await api.call('ping', {}, meta as never, header);
    await flush();
    const span = collector.spans().at(-1);
    t.equal(span?.parentSpanId, parent);
    if (trace) t.match(span, { traceId: trace, traceState: 'congo=1', flags: 0x301 });
    else t.not(span?.traceId, TRACE);
    t.match(answer.json.result._meta.traceparent, TRACEPARENT);
    t.equal(answer.json.result._meta.traceparent.split('-')[2], span?.spanId);
  }
});

t.test('an unsampled caller’s trace is not recorded, and the share of others is a setting', async (t) => {
  const { api, collector, flush } = await openTraced(t, { env: { OTEL_TRACES_SAMPLER_ARG: '0' } });
  const off = await api.call('ping', {}, { traceparent: PARENT.replace(/1$/, '0') });
  t.match(off.json.result._meta.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  const own = await api.call('ping');
  t.match(own.json.result._meta.traceparent, /-00$/);
  await flush();
  t.strictSame(collector.spans(), []);
  await api.call('ping', {}, { traceparent: PARENT });
  await flush();
  t.equal(collector.spans().length, 1);
});

t.test('concurrent calls and batches keep their own traces', async (t) => {
  const { api, collector, flush } = await openTraced(t);
  api.internet.on(REED, reedAnswer([{ title: 'Nurse', company: 'Acme' }])).on(NHS, feed([{ title: 'Porter' }]));
  const search = (query: string): object => ({
    jsonrpc: '2.0',
    id: query,
    method: 'tools/call',
    params: { name: 'scrape_jobs', arguments: { query, platforms: BOTH } },
  });
  await Promise.all([api.post([search('one'), search('two')]), api.post(search('three'))]);
  await flush();
  const calls = byName(collector, 'tools/call scrape_jobs');
  t.equal(new Set(calls.map(({ traceId }) => traceId)).size, 3);
  for (const call of calls) {
    const own = collector.spans().filter(({ parentSpanId }) => parentSpanId === call.spanId);
    t.strictSame(
      own.map(({ name }) => name).sort(),
      ['fetch nhs_jobs', 'fetch reed', 'ledger reserve', 'ledger settle'],
      String(call.attributes['jsonrpc.request.id']),
    );
    t.ok(own.every(({ traceId }) => traceId === call.traceId));
  }
});

t.test('no secret, argument or content is sent to the collector', async (t) => {
  const { api, collector, flush } = await openTraced(t, { env: { METRICS_TOKEN: 'metrics-secret' } });
  api.internet.on(REED, reedAnswer([{ title: 'Heading of an advert', company: 'Acme' }]));
  await api.call('scrape_jobs', { query: 'very private words', location: 'Leeds', platforms: ['reed'] });
  await api.call('scrape_url', { urls: ['https://a.example/secret-path?token=t0ken', 'https://b.example/'] });
  await api.call('get_reputation', { company_names: ['Whispering Ltd'] }, { 'io.jobdata/idempotency_key': 'idem-key' });
  await api.call('<script>' + 'x'.repeat(400));
  await flush();
  const sent = collector.requests.map(({ text }) => text).join('\n');
  t.ok(sent.length > 1_000);
  for (const word of [
    api.apiKey,
    'caller@example.com',
    'very private words',
    'Leeds',
    'secret-path',
    't0ken',
    'words of a page',
    'Heading of an advert',
    'Whispering',
    'idem-key',
    'metrics-secret',
    'collector secret',
    '<script>',
    api.accountId,
    ...Object.values(KEYED),
  ])
    t.notOk(sent.includes(word), `no ${word}`);
  t.match(collector.requests[0]?.headers, { 'x-token': 'collector secret' });
});

t.test('job sites get no trace headers', async (t) => {
  const { api } = await openTraced(t);
  const seen: unknown[] = [];
  api.internet.on(REED, (request: { headers?: object }) => {
    seen.push(request.headers ?? {});
    return reedAnswer([{ title: 'Nurse' }]) as never;
  });
  await api.call('scrape_jobs', { query: 'x', platforms: ['reed'] }, { traceparent: PARENT });
  t.equal(seen.length, 1);
  t.notMatch(JSON.stringify(seen), /trace/i);
});

t.test('without a collector: no tracer, no traceparent in answers, no trace ID in the log', async (t) => {
  const api: Api = await openApi(t);
  const answer = await api.call('ping', {}, { traceparent: PARENT });
  t.equal(api.service.telemetry, undefined);
  t.equal(answer.json.result._meta.traceparent, undefined);
  t.notOk('traceId' in (api.logs.find(({ msg }) => msg === 'call') ?? {}));
});

t.test('a collector that hangs delays neither calls nor the shutdown', async (t) => {
  const collector = await openCollector(t, () => {});
  const api = await openApi(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const flushing = api.service.telemetry?.flush();
  for (let index = 0; index < 20; index += 1) t.equal((await api.call('ping')).status, 200);
  await api.service.close();
  await flushing;
});
