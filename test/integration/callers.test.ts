// Programs as a reader of /docs writes them: plain fetch, Python, and the official MCP clients.
import { Client as NewerClient, StreamableHTTPClientTransport as NewerTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { TEST_CALLS, startService, type StartedService } from './started-service.ts';

const hasPython = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'python3')));
const RECEIPT = 'io.jobdata/receipt';
const KEY = 'io.jobdata/idempotency_key';
const NURSE = { query: 'nurse', platforms: ['reed', 'nhs_jobs', 'work_hub'] };
const SLOW = { query: 'test:slow', platforms: ['reed', 'totaljobs'] };

function post(
  { base, testKey }: StartedService,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

const callOf = (name: string, args: object = {}, meta?: object) => ({
  jsonrpc: '2.0',
  id: 'one',
  method: 'tools/call',
  params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
});

async function call(
  service: StartedService,
  name: string,
  args: object,
  headers?: Record<string, string>,
): Promise<any> {
  return (await post(service, callOf(name, args), headers)).json();
}

/** Messages of an event stream as they come. */
async function* eventsOf(response: Response): AsyncGenerator<any> {
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

const service = await startService(t);

t.test('programs that use plain HTTP', async (t) => {
  await t.test('receipts are marked as test, and headers say what is left', async (t) => {
    const response = await post(service, callOf('scrape_jobs', NURSE));
    const { id, result } = (await response.json()) as any;
    t.equal(id, 'one');
    t.match(result._meta[RECEIPT], { tool: 'scrape_jobs', cost: 0, cached: false, replayed: false, test: true });
    t.equal(JSON.parse(result.content[0].text).total_jobs, result.structuredContent.total_jobs);
    t.match(Object.fromEntries(response.headers), {
      'x-request-id': /^req_/,
      'x-credits-cost': '0',
      'x-credits-remaining': String(result._meta[RECEIPT].balance),
      'x-ratelimit-limit': /^\d+$/,
      'x-ratelimit-remaining': /^\d+$/,
      'x-ratelimit-reset': /^\d+$/,
    });
  });

  await t.test('limit, location, pay and hashes of jobs seen before', async (t) => {
    const search = async (more: object) =>
      (await call(service, 'scrape_jobs', { ...NURSE, ...more })).result.structuredContent;
    const all = await search({});
    const two = await search({ limit: 2 });
    t.strictSame([two.total_jobs, two.total_found], [2, all.total_found]);
    const rest = await search({ dedup_hashes: two.jobs.map((job: any) => job.dedup_hash) });
    t.equal(rest.total_jobs, all.total_jobs - 2);
    const paid = await search({ min_salary: '40000' });
    t.ok(paid.jobs.every(({ salary_min: min, salary_max: max }: any) => (max ?? min) >= 40_000));
    t.ok((await search({ location: 'Leeds' })).jobs.every(({ location }: any) => /leeds/i.test(location)));
    t.ok((await search({ description_length: 20 })).jobs.every(({ description }: any) => description.length <= 21));
  });

  await t.test('a repeat with the same idempotency key returns the same answer and is run once', async (t) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const [one, other] = await Promise.all([
      call(service, 'scrape_jobs', NURSE, headers),
      call(service, 'scrape_jobs', NURSE, headers),
    ]);
    t.strictSame([one, other].map(({ result }) => result._meta[RECEIPT].replayed).sort(), [false, true]);
    t.strictSame(one.result.structuredContent, other.result.structuredContent);
    const reused = await call(service, 'scrape_jobs', { ...NURSE, limit: 1 }, headers);
    t.match(reused.error, { code: -32000, data: { reason: 'validation', retryable: false } });
    const inMeta = (await (
      await post(service, callOf('scrape_jobs', NURSE, { [KEY]: headers['Idempotency-Key'] }))
    ).json()) as any;
    t.equal(inMeta.result._meta[RECEIPT].replayed, true, 'the member of _meta is the same');
    const failed = { 'Idempotency-Key': randomUUID() };
    t.ok((await call(service, 'scrape_jobs', { ...NURSE, query: 'test:internal' }, failed)).error);
    t.equal((await call(service, 'scrape_jobs', NURSE, failed)).result._meta[RECEIPT].replayed, false);
  });

  await t.test('batches and notifications', async (t) => {
    const batch = (await (await post(service, [callOf('ping'), callOf('no_tool')])).json()) as any[];
    t.strictSame(
      batch.map(({ result, error }) => result?.structuredContent.test ?? error.data.reason),
      [true, 'unknown_tool'],
    );
    const { id: _, ...notification } = callOf('ping');
    t.equal((await post(service, notification)).status, 202);
  });

  await t.test('calls over the limit per minute are refused with the time to wait', async (t) => {
    const small = { ...service, testKey: await service.testKeyOf('small@example.com', 'small') };
    // A batch of twenty counts as twenty calls.
    const batch = Array.from({ length: 20 }, () => callOf('ping'));
    for (let count = 0; count < TEST_CALLS; count += batch.length) {
      const answers = (await (await post(small, batch)).json()) as any[];
      t.equal(answers.filter(({ result }) => result).length, batch.length);
    }
    const response = await post(small, callOf('ping'));
    t.equal(response.status, 200);
    const { error } = (await response.json()) as any;
    t.match(error, { code: -32000, data: { reason: 'rate_limited', retryable: true } });
    t.equal(response.headers.get('retry-after'), String(error.data.retry_after_seconds));
    t.equal(response.headers.get('x-ratelimit-remaining'), '0');
    t.ok(((await (await post(small, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).json()) as any).result);
    t.ok((await call(service, 'ping', {})).result, 'another account does not notice');
  });

  await t.test('each refusal has its HTTP status', async (t) => {
    const status = async (body: string, headers: Record<string, string>, method = 'POST') =>
      (await fetch(`${service.base}/mcp`, { method, headers, ...(method === 'POST' ? { body } : {}) })).status;
    const authorized = { Authorization: `Bearer ${service.testKey}`, 'Content-Type': 'application/json' };
    t.equal(await status('{}', { ...authorized, Authorization: 'Bearer jdm_test_mistyped' }), 401);
    t.equal(await status('{', authorized), 400);
    t.equal(await status('{}', { ...authorized, 'Content-Type': 'text/plain' }), 415);
    t.equal(await status('{}', { ...authorized, Origin: 'https://elsewhere.example' }), 403);
    t.equal(await status('x'.repeat(1_100_000), authorized), 413);
    t.equal(await status('', authorized, 'GET'), 405);
  });

  await t.test('progress arrives as it happens; a lost connection does not cancel the call', async (t) => {
    const key = randomUUID();
    const meta = { progressToken: 'p', [KEY]: key };
    const accept = { Accept: 'application/json, text/event-stream' };
    const gone = new AbortController();
    const cut = await post(service, callOf('scrape_jobs', SLOW, meta), accept, gone.signal);
    t.equal(cut.headers.get('content-type'), 'text/event-stream');
    for await (const message of eventsOf(cut)) {
      t.match(message, { method: 'notifications/progress', params: { progressToken: 'p', total: 2 } });
      break;
    }
    gone.abort();
    const seen: any[] = [];
    for await (const message of eventsOf(
      await post(service, callOf('scrape_jobs', SLOW, { ...meta, [KEY]: randomUUID() }), accept),
    ))
      seen.push(message);
    const progress = seen.slice(0, -1).map(({ params }) => params.progress);
    t.ok(progress.length >= 2 && progress.every((value, index) => index === 0 || value > progress[index - 1]));
    t.ok(seen.at(-1).result.structuredContent.total_jobs > 0);
    const repeat = (await (await post(service, callOf('scrape_jobs', SLOW, { [KEY]: key }))).json()) as any;
    t.equal(repeat.result._meta[RECEIPT].replayed, true);
  });

  await t.test('machine-readable descriptions', async (t) => {
    const openrpc = (await (await fetch(`${service.base}/openrpc.json`)).json()) as any;
    const discovered = (await (await post(service, { jsonrpc: '2.0', id: 1, method: 'rpc.discover' })).json()) as any;
    t.strictSame(
      discovered.result.methods.map(({ name }: any) => name),
      openrpc.methods.map(({ name }: any) => name),
    );
    const list = await (await fetch(`${service.base}/llms.txt`)).text();
    const links = [...list.matchAll(/\]\((http[^)]+)\)/g)].map(([, link]) => link as string);
    t.ok(links.length > 10);
    for (const link of links) t.equal((await fetch(link)).status, 200, link);
  });
});

t.test(
  'a Python program written from the documentation works',
  { skip: !hasPython && 'python3 is missing' },
  async (t) => {
    const { stderr } = await promisify(execFile)('python3', ['-B', '-m', 'unittest', 'test_job_data.py'], {
      cwd: fileURLToPath(new URL('./', import.meta.url)),
      env: { PATH: process.env['PATH'], JOB_DATA_URL: service.base, JOB_DATA_TEST_KEY: service.testKey },
    }).catch((error: { stderr: string }) => error);
    t.match(stderr, /^Ran (?:1[5-9]|[2-9]\d) tests in [\s\S]*\nOK\n$/m, stderr);
  },
);

t.test('the official MCP clients', async (t) => {
  const url = new URL(`${service.base}/mcp`);
  const requestInit = { headers: { Authorization: `Bearer ${service.testKey}` } };

  await t.test('official clients with older protocol revisions', async (t) => {
    const client = new Client({ name: 'my-program', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as never);
    t.teardown(() => client.close());
    const { tools } = await client.listTools();
    t.strictSame(
      tools.map(({ name }) => name),
      ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url'],
    );
    const heard: number[] = [];
    const answer: any = await client.callTool({ name: 'scrape_jobs', arguments: SLOW }, undefined, {
      onprogress: ({ progress }) => heard.push(progress),
    });
    t.match(answer._meta[RECEIPT], { test: true, cost: 0 });
    t.ok(heard.length >= 2);
    const refused: any = await client
      .callTool({ name: 'scrape_jobs', arguments: { ...NURSE, query: 'test:quota_exceeded' } })
      .catch((error: unknown) => error);
    t.match(refused, { code: -32000, data: { reason: 'quota_exceeded', docs: /\/docs\/errors#quota_exceeded$/ } });
  });

  await t.test('the official client with revision 2026-07-28, where an abort cancels the call', async (t) => {
    const client = new NewerClient({ name: 'my-program', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new NewerTransport(url, { requestInit }));
    t.teardown(() => client.close());
    const params = { name: 'scrape_jobs', arguments: SLOW, _meta: { [KEY]: randomUUID() } };
    const stop = new AbortController();
    await t.rejects(client.callTool(params, { signal: stop.signal, onprogress: () => stop.abort() }));
    const repeat: any = await client.callTool(params);
    t.equal(repeat._meta[RECEIPT].replayed, false, 'nothing is stored of what was cancelled');
    const again: any = await client.callTool(params);
    t.equal(again._meta[RECEIPT].replayed, true);
  });
});
