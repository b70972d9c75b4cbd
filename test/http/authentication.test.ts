import { Agent, request } from 'node:http';
import t from 'tap';
import { openApi } from '../support/api.ts';

interface Told {
  status: number;
  plan: string | undefined;
  localPort: number | undefined;
}

t.test('every request on a connection is authenticated by its key', async (t) => {
  const { service, apiKey } = await openApi(t);
  const other = await service.accounts.create({ email: 'other@example.com', plan: 'starter' });
  const { apiKey: otherKey, record } = await service.apiKeys.create(other.id);
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  // One connection, kept open.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());

  const ping = (authorization: string | undefined): Promise<Told> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
      const call = request(`${base}/mcp`, { method: 'POST', agent, headers }, (response) => {
        const { localPort } = response.socket;
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          const { result } = JSON.parse(text) as { result?: { structuredContent: { plan: string } } };
          resolve({
            status: response.statusCode ?? 0,
            plan: result?.structuredContent.plan,
            localPort,
          });
        });
      });
      call.on('error', reject);
      call.end(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } }),
      );
    });

  const first = await ping(`Bearer ${apiKey}`);
  t.equal(first.status, 200);
  t.match(await ping(`Bearer ${apiKey}`), { status: 200, plan: 'pro', localPort: first.localPort });
  const second = await ping(`Bearer ${otherKey}`);
  t.match(second, { status: 200, localPort: first.localPort }, 'the same connection');
  t.equal(second.plan, 'starter', 'the other account');
  t.match(await ping(`Bearer ${apiKey}`), { status: 200, plan: 'pro' });
  t.equal((await ping(undefined)).status, 401, 'no key, after one that was known');
  t.match(await ping(`bearer   ${otherKey} `), { status: 200, plan: 'starter' }, 'spelled in another way');
  await service.apiKeys.revoke(record.id);
  t.equal((await ping(`bearer   ${otherKey} `)).status, 401, 'revoked since its last request');
  t.match(await ping(`Bearer ${apiKey}`), { status: 200, plan: 'pro' }, 'the other key still works');
});
