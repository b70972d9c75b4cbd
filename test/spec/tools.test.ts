import { Ajv } from 'ajv';
import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openApi } from '../support/api.ts';

t.test('facts MCP §6: tool definitions that every client accepts', async (t) => {
  const { service, post } = await openApi(t);
  const { tools } = (await post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })).json.result;
  t.equal(tools[0].name, 'ping');
  for (const tool of tools) {
    t.match(tool, {
      name: /^[a-z_]{1,64}$/,
      title: String,
      description: /credit|Free/,
      annotations: { title: String, readOnlyHint: true },
    });
    t.equal(tool.inputSchema.type, 'object');
    t.equal(tool.outputSchema.type, 'object');
    for (const word of ['anyOf', 'oneOf', 'allOf', '$ref', '$schema'])
      t.notOk(word in tool.inputSchema, `${tool.name}: ${word}`);
    for (const [name, property] of Object.entries<Record<string, unknown>>(tool.inputSchema.properties)) {
      t.type(property['type'], 'string', `${tool.name}.${name} has one type`);
      if (property['type'] === 'array') t.ok(property['items']);
    }
    for (const schema of [tool.inputSchema, tool.outputSchema])
      t.doesNotThrow(() => new Ajv({ strict: false }).compile(schema), `${tool.name}: a JSON schema`);
  }
  t.match(tools.find(({ name }: { name: string }) => name === 'scrape_jobs').description, /GB: reed, .*FR: apec/s);
  t.equal(service.tools.definitions.length, tools.length);
});

t.test('SPEC §6: ping', async (t) => {
  const api = await openApi(t, { plans: null });
  const { structuredContent: paid, content } = (await api.call('ping')).json.result;
  t.match(paid, {
    status: 'OK',
    message: 'Job Data MCP service is running.',
    plan: 'pro',
    subscription_id: /^sub_/,
    monthly_credits: 2000,
    overage_rate: 0.015,
    rpm_limit: 60,
    cache_available: true,
    credits_remaining: 2000,
    resets_at: '2026-12-20T10:00:00.000Z',
    resting: [],
  });
  t.strictSame(JSON.parse(content[0].text), paid);
  const validate = new Ajv({ strict: false }).compile(api.service.tools.definitions[0]?.outputSchema as object);
  t.ok(validate(paid));

  const trial = await api.service.accounts.create({ email: 'trial@example.com' });
  const { apiKey } = await api.service.apiKeys.create(trial.id);
  const as = { authorization: `Bearer ${apiKey}` };
  const ping = async () => (await api.call('ping', {}, undefined, as)).json.result.structuredContent;
  const first = await ping();
  t.match(first, { plan: 'free_trial', monthly_credits: 100, trial_ends_at: '2026-12-04T10:00:00.000Z' });
  for (const member of ['subscription_id', 'overage_rate', 'rpm_limit']) t.notOk(member in first);
  api.clock.advance(15 * DAY_MS);
  t.equal((await ping()).status, 'OK', 'a trial that is over still gets its ping');
  const refused = await api.call('scrape_jobs', { query: 'x', platforms: ['reed'] }, undefined, as);
  t.match(refused, {
    status: 200,
    json: { error: { code: -32000, data: { reason: 'trial_expired', retryable: false } } },
  });
});

t.test('SPEC §8: unknown tools and invalid arguments', async (t) => {
  const { call, post } = await openApi(t);
  for (const name of ['nope', 'constructor', '__proto__', '']) {
    t.match(await call(name), { status: 200, json: { error: { code: -32602, data: { reason: 'unknown_tool' } } } });
  }
  for (const params of [{}, { name: 5 }, { arguments: {} }]) {
    t.match((await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })).json, {
      id: 1,
      error: { code: -32602, data: { reason: 'invalid_params' } },
    });
  }
  const bad: [unknown, string][] = [
    [{}, '/query'],
    [{ query: 'x' }, '/platforms'],
    [{ query: '  ', platforms: ['reed'] }, '/query'],
    [{ query: 'x', platforms: 'reed' }, '/platforms'],
    [{ query: 'x', platforms: [] }, '/platforms'],
    [{ query: 'x', platforms: [5] }, '/platforms/0'],
    [{ query: 'x'.repeat(201), platforms: ['reed'] }, '/query'],
    [{ query: 'x', platforms: ['reed'], country: 'DE' }, '/country'],
    [{ query: 'x', platforms: ['reed'], min_salary: 30000 }, '/min_salary'],
    [{ query: 'x', platforms: ['reed'], min_salary: '-5' }, '/min_salary'],
    [{ query: 'x', platforms: ['reed'], limit: 0 }, '/limit'],
    [{ query: 'x', platforms: ['reed'], limit: '5' }, '/limit'],
    [{ query: '\u200b', platforms: ['reed'] }, '/query'],
    [{ query: '\u2060\u00ad ', platforms: ['reed'] }, '/query'],
    [{ query: 'x', platforms: ['reed'], dedup_hashes: [1] }, '/dedup_hashes/0'],
    [{ query: 'x', platforms: ['reed'], dedup_hashes: ['0'.repeat(32), 'Data analyst'] }, '/dedup_hashes/1'],
    [[], '/arguments'],
    ['x', '/arguments'],
  ];
  for (const [args, path] of bad) {
    const { status, json, headers } = await call('scrape_jobs', args);
    t.equal(status, 200);
    t.match(json.error, { code: -32602, data: { reason: 'invalid_params', retryable: false } }, JSON.stringify(args));
    t.equal(json.error.data.fields[0].path, path);
    t.equal(headers['x-credits-cost'], '0');
  }
  t.equal((await call('ping', null)).json.result.structuredContent.status, 'OK', 'null arguments are none');
  t.equal(
    (await call('ping', { toolCallId: 'x', sessionId: 5 })).json.result.structuredContent.status,
    'OK',
    'unknown arguments are ignored',
  );
});

t.test('SPEC §8: validation beyond the schema', async (t) => {
  const api = await openApi(t, { plan: 'free_trial', env: { PLATFORMS: '-wttj' } });
  const refuse = async (args: object) => (await api.call('scrape_jobs', args)).json.error;
  t.match(await refuse({ query: 'x', platforms: ['nope'] }), {
    code: -32000,
    message: /no platform "nope"/,
    data: { reason: 'validation', allowed: ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'] },
  });
  t.match(await refuse({ query: 'x', platforms: ['apec'] }), {
    code: -32000,
    message: /is for country "FR": search it with country "FR"/,
  });
  t.match(await refuse({ query: 'x', platforms: ['wttj'], country: 'FR' }), {
    code: -32000,
    message: /switched off/,
    data: { allowed: ['apec', 'meteojob'] },
  });
});
