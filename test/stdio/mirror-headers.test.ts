import t from 'tap';
import { PROTOCOL_VERSION_META } from '../../src/rpc/protocol-revision.ts';
import { mirrorHeaders } from '../../src/stdio/mirror-headers.ts';
import { openApi } from '../support/api.ts';

const VERSION = '2026-07-28';
const META = {
  [PROTOCOL_VERSION_META]: VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

t.test('every method of the newest revision is accepted with the headers that repeat its message', async (t) => {
  const {
    service: { app },
    apiKey,
  } = await openApi(t);
  const calls: [method: string, params: object][] = [
    ['tools/list', {}],
    ['tools/call', { name: 'ping', arguments: {} }],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/read', { uri: 'ui://job-data/jobs' }],
  ];
  const prompts = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }),
  });
  const prompt = prompts.json().result.prompts[0];
  const words = (prompt.arguments ?? []).map(({ name }: { name: string }) => [name, 'Leeds']);
  calls.push(['prompts/get', { name: prompt.name, arguments: Object.fromEntries(words) }]);
  for (const [method, params] of calls) {
    const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } };
    const { protocolVersion, method: named, name } = mirrorHeaders(message);
    const response = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocolVersion as string,
        'mcp-method': named as string,
        ...(name === undefined ? {} : { 'mcp-name': name }),
      },
      payload: JSON.stringify(message),
    });
    t.equal(response.statusCode, 200, method);
    t.notOk(response.json().error, `${method}: ${JSON.stringify(response.json().error ?? '')}`);
  }
});

t.test('a name that no header can contain is sent as base64; for older revisions nothing is repeated', async (t) => {
  const read = (uri: string, meta: object = META) =>
    mirrorHeaders({ method: 'resources/read', params: { uri, _meta: meta } });
  t.equal(read('ui://é').name, `=?base64?${Buffer.from('ui://é').toString('base64')}?=`);
  t.strictSame(read('ui://x', {}), { protocolVersion: undefined, method: undefined, name: undefined });
});
