import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t, { type Test } from 'tap';
import { nhsFeed, openApi, type Api } from '../support/api.ts';

/** The members of the three clients that this test needs. */
interface AnyClient {
  connect(): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: object }, onprogress?: (update: Progress) => void): Promise<any>;
  close(): Promise<void>;
}

interface Progress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

const INFO = { name: 'test', version: '1.0.0' };

function older(url: URL, key: string): AnyClient {
  const client = new OlderClient(INFO);
  const transport = new OlderTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } });
  return {
    connect: () => client.connect(transport as never),
    listTools: () => client.listTools(),
    callTool: (params, onprogress) => client.callTool(params as never, undefined, onprogress ? { onprogress } : {}),
    close: () => client.close(),
  };
}

function newer(mode: 'legacy' | 'auto') {
  return (url: URL, key: string): AnyClient => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode } });
    const transport = new ModernTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } });
    return {
      connect: () => client.connect(transport),
      listTools: () => client.listTools(),
      callTool: (params, onprogress) => client.callTool(params as never, onprogress ? { onprogress } : {}),
      close: () => client.close(),
    };
  };
}

const CLIENTS: Record<string, (url: URL, key: string) => AnyClient> = {
  'SDK 1.32': older,
  'client 2.4, older era': newer('legacy'),
  'client 2.4, newer era': newer('auto'),
};

async function listen(t: Test): Promise<{ api: Api; url: URL }> {
  const api = await openApi(t, { plan: 'tight' });
  const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  return { api, url: new URL('/mcp', address) };
}

for (const [name, create] of Object.entries(CLIENTS)) {
  t.test(`issue: ${name} connects, lists, calls, gets progress and reads refusals`, async (t) => {
    const { api, url } = await listen(t);
    api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(2) });
    const client = create(url, api.apiKey);
    t.teardown(() => client.close());
    await client.connect();
    const { tools } = await client.listTools();
    t.equal(tools[0]?.name, 'ping');
    const ping = await client.callTool({ name: 'ping', arguments: {} });
    t.equal(ping.structuredContent.status, 'OK');
    t.equal(ping._meta['io.jobdata/receipt'].tool, 'ping');

    const heard: Progress[] = [];
    const search = (query: string) =>
      client.callTool({ name: 'scrape_jobs', arguments: { query, platforms: ['nhs_jobs'] } }, (update) =>
        heard.push(update),
      );
    const found = await search('a');
    t.equal(found.structuredContent.total_jobs, 2);
    t.ok(heard.length >= 2 && heard.some(({ message }) => message === 'nhs_jobs: 2 jobs'), JSON.stringify(heard));
    t.ok(
      heard.every((update, index) => index === 0 || update.progress > (heard[index - 1] as Progress).progress),
      'progress only grows',
    );

    await search('b');
    const refusal = (await search('c').catch((error: unknown) => error)) as {
      code: number;
      message: string;
      data: Record<string, unknown>;
    };
    t.equal(refusal.code, -32000);
    t.match(refusal.message, /quota/i);
    t.match(refusal.data, { reason: 'quota_exceeded', credits_remaining: 1, retryable: false });
    const bad = (await client
      .callTool({ name: 'scrape_jobs', arguments: { query: 5 } })
      .catch((error: unknown) => error)) as { code: number; data: { fields: unknown[] } };
    t.equal(bad.code, -32602);
    t.ok(bad.data.fields.length > 0);
  });

  t.test(`${name} with a wrong key fails at once`, async (t) => {
    const { url } = await listen(t);
    const client = create(url, 'jdm_live_wrong');
    await t.rejects(client.connect());
    await client.close();
  });
}

t.test('facts MCP §5: the stream', async (t) => {
  const { api, url } = await listen(t);
  api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(2) });
  const ask = (
    accept: string | undefined,
    meta: object,
    name = 'scrape_jobs',
    args: object = { query: 'x', platforms: ['nhs_jobs'] },
  ) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.apiKey}`,
        'content-type': 'application/json',
        ...(accept === undefined ? {} : { accept }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 9,
        method: 'tools/call',
        params: { name, arguments: args, _meta: meta },
      }),
    });
  const stream = await ask('application/json, text/event-stream', { progressToken: 'p' });
  t.match(Object.fromEntries(stream.headers), {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const frames = (await stream.text()).split('\n\n').filter((frame) => frame.startsWith('event'));
  t.ok(frames.every((frame) => /^event: message\ndata: \{.*\}$/.test(frame)));
  const messages = frames.map((frame) => JSON.parse(frame.split('\ndata: ')[1] ?? ''));
  t.match(messages[0], { method: 'notifications/progress', params: { progressToken: 'p', progress: 0, total: 1 } });
  t.match(messages.at(-1), { id: 9, result: { structuredContent: {} } });

  for (const accept of ['*/*', 'application/json', 'application/*', undefined]) {
    const plain = await ask(accept, { progressToken: 'p' });
    t.match(plain.headers.get('content-type'), /^application\/json/, String(accept));
    await plain.text();
  }
  t.match(
    (await ask('application/json, text/event-stream', {}, 'ping', {})).headers.get('content-type'),
    /json/,
    'no token: JSON',
  );
  t.match(
    (await ask('text/event-stream', {}, 'ping', {})).headers.get('content-type'),
    /event-stream/,
    'nothing else accepted: one event',
  );
  t.match(
    (await ask('application/json, text/event-stream', { progressToken: 1 }, 'scrape_jobs', { query: 5 })).headers.get(
      'content-type',
    ),
    /json/,
    'refusals keep their form',
  );
});
