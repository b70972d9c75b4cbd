import { Ajv } from 'ajv';
import * as openRpc from '@open-rpc/meta-schema';
import t from 'tap';
import { openApi } from '../support/api.ts';

/** Faults of a document by the meta-schema; its JSON Schema is draft 7 under a separate address. */
function checker(): (document: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  // Its types are those of documents alone.
  const { openrpcDocument } = openRpc as unknown as { openrpcDocument: Record<string, unknown> };
  const { $schema: _, ...schema } = openrpcDocument;
  const draft7 = 'http://json-schema.org/draft-07/schema#';
  const text = JSON.stringify(schema)
    .replaceAll(
      '"https://meta.json-schema.tools/#/definitions/JSONSchemaObject/properties/$ref"',
      `"${draft7}/properties/$ref"`,
    )
    .replaceAll('"https://meta.json-schema.tools"', `"${draft7}"`);
  const validate = ajv.compile(JSON.parse(text) as object);
  return (document) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

t.test('the service describes itself by OpenRPC 1.3: valid, without a key, with the endpoint', async (t) => {
  const { service } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
  const answer = await service.app.inject({ url: '/openrpc.json' });
  t.equal(answer.statusCode, 200);
  t.equal(answer.headers['access-control-allow-origin'], '*');
  const document = answer.json<any>();
  const faults = checker();
  t.strictSame(faults(document), []);
  t.not(faults({ ...document, methods: [{ name: 'x' }] }).length, 0, 'the check can fail');
  t.strictSame(document.servers, [{ name: 'this service', url: 'https://jobs.example/mcp' }]);
  const names: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') names.push(inner);
      else collect(inner);
    }
  };
  collect(document.methods);
  for (const name of names) {
    const [, , kind, id] = name.split('/') as [string, string, 'schemas' | 'errors', string];
    t.ok(document.components[kind][id], `${name} is there`);
  }
});

t.test(
  'rpc.discover returns the same document in both protocol generations of MCP, except for the endpoint',
  async (t) => {
    const { service, post } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
    const { servers, ...open } = (await service.app.inject({ url: '/openrpc.json' })).json<any>();
    t.ok(servers);
    const legacy = await post({ jsonrpc: '2.0', id: 1, method: 'rpc.discover' });
    t.strictSame(legacy.json.result, open);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const modern = await post(
      { jsonrpc: '2.0', id: 1, method: 'rpc.discover', params: { _meta: meta } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'rpc.discover' },
    );
    t.match(modern.json.result, { openrpc: '1.3.2', resultType: 'complete' });
  },
);

t.test('its description of calls is true: arguments, results and errors of real calls fit its schemas', async (t) => {
  const { service, call } = await openApi(t);
  const document = (await service.app.inject({ url: '/openrpc.json' })).json<any>();
  const ajv = new Ajv({ strict: false });
  ajv.addFormat('date-time', true).addFormat('date', true).addFormat('uri', true);
  const { schemas, errors } = document.components;
  const fits = (name: string, value: unknown): boolean => ajv.compile(schemas[name])(value) as boolean;
  const done = await call('ping');
  t.ok(fits('ping_result', done.json.result.structuredContent));
  t.ok(fits('Receipt', done.json.result._meta['io.jobdata/receipt']));
  t.notOk(fits('scrape_jobs_arguments', { query: 7 }));
  for (const [name, args] of [
    ['scrape_jobs', { query: 7 }],
    ['nothing', {}],
  ] as const) {
    const { error } = (await call(name, args)).json;
    const kind = errors[`E${-error.code}`];
    t.ok([kind.data.reason].flat().includes(error.data.reason), `${error.code} ${error.data.reason}`);
    t.ok(fits('ErrorData', error.data), error.data.reason);
    t.ok([kind.data.docs].flat().some((path: string) => error.data.docs.endsWith(path)));
  }
});
