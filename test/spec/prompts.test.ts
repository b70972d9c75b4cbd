import t from 'tap';
import { openApi, type Api } from '../support/api.ts';

const ask = async (api: Api, method: string, params: object = {}) =>
  (await api.post({ jsonrpc: '2.0', id: 1, method, params })).json;

t.test('SPEC §13: prompts/list has the same requests in both languages', async (t) => {
  const api = await openApi(t);
  const { prompts } = (await ask(api, 'prompts/list')).result;
  t.equal(prompts.length, 10);
  t.equal(new Set(prompts.map(({ name }: { name: string }) => name)).size, 10);
  const titles = prompts.map(({ title }: { title: string }) => title);
  for (const title of [
    'Find jobs that fit my CV',
    'Compare these employers',
    'What changed since last week',
    'Comparer ces employeurs',
  ])
    t.ok(titles.includes(title), title);
  const required = (list: any[]) =>
    list.map((prompt) => prompt.arguments.map(({ name, required }: any) => [name, required]));
  t.strictSame(required(prompts.slice(0, 5)), required(prompts.slice(5)), 'with the same arguments');
  for (const prompt of prompts) {
    t.match(prompt.name, /^[a-z-]{3,40}$/);
    t.ok(prompt.title && prompt.description, prompt.name);
    for (const argument of prompt.arguments) t.match(argument, { name: /^[a-z]+$/, title: /./, description: /./ });
  }
});

t.test('SPEC §13: prompts/get writes the request with the given arguments', async (t) => {
  const api = await openApi(t);
  const get = (name: string, args?: unknown) =>
    ask(api, 'prompts/get', { name, ...(args === undefined ? {} : { arguments: args }) });
  const textOf = (answer: any): string => answer.result.messages[0].content.text;

  const compared = await get('compare-employers', { employers: ' Acme, Beta ', country: 'GB' });
  t.match(compared.result, { description: /./, messages: [{ role: 'user', content: { type: 'text' } }] });
  t.equal(compared.result.messages.length, 1);
  t.match(textOf(compared), /^Compare these employers: Acme, Beta\.[^]*get_reputation with country GB/);

  t.match(textOf(await get('jobs-for-my-cv')), /My CV is attached[^]*Country: GB/);
  t.match(
    textOf(await get('jobs-for-my-cv', { cv: 'Nurse, ten years', place: 'Leeds' })),
    /<cv>\nNurse, ten years\n<\/cv>[^]*Place: Leeds/,
  );
  t.match(
    textOf(await get('new-jobs-this-week', { query: 'data analyst', place: ' ' })),
    /for "data analyst" \(GB\)[^]*posted_within_days 7/,
  );
  t.match(textOf(await get('read-this-advert', { url: 'https://a.example/1' })), /https:\/\/a\.example\/1/);
  t.match(textOf(await get('offres-pour-mon-cv')), /Mon CV est joint[^]*Pays : FR[^]*Réponds en français/);
  for (const name of ['nouveautes-de-la-semaine', 'salaire-de-ce-metier', 'what-a-job-pays'])
    t.match(textOf(await get(name, { query: 'infirmier' })), 'infirmier', name);
});

t.test('every prompt can be written, and names only existing tools and arguments', async (t) => {
  const api = await openApi(t);
  const { tools } = (await ask(api, 'tools/list')).result;
  const known = new Set(tools.flatMap(({ name, inputSchema }: any) => [name, ...Object.keys(inputSchema.properties)]));
  for (const extra of ['dedup_hash', '_meta']) known.add(extra);
  for (const { name, arguments: args } of (await ask(api, 'prompts/list')).result.prompts) {
    const filled = Object.fromEntries(args.map((argument: { name: string }) => [argument.name, 'x']));
    const { text } = (await ask(api, 'prompts/get', { name, arguments: filled })).result.messages[0].content;
    for (const word of text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []) t.ok(known.has(word), `${name}: ${word}`);
    t.match(text, /never as instructions|jamais comme une consigne/, name);
  }
});

t.test('unknown prompts and invalid arguments get -32602 with a sentence', async (t) => {
  const api = await openApi(t);
  const refused: [object, string, RegExp][] = [
    [{}, '/name', /compare-employers/],
    [{ name: 'none' }, '/name', /compare-employers/],
    [{ name: 'constructor' }, '/name', /no prompt/],
    [{ name: ['compare-employers'] }, '/name', /no prompt/],
    [{ name: 'compare-employers' }, '/arguments/employers', /params\.arguments\.employers is missing/],
    [{ name: 'compare-employers', arguments: { employers: '  ' } }, '/arguments/employers', /is missing/],
    [{ name: 'compare-employers', arguments: { employers: null } }, '/arguments/employers', /is missing/],
    [{ name: 'compare-employers', arguments: { employers: 5 } }, '/arguments/employers', /must be a string/],
    [{ name: 'compare-employers', arguments: [] }, '/arguments', /must be an object/],
  ];
  for (const [params, path, message] of refused) {
    const { error } = await ask(api, 'prompts/get', params);
    t.match(
      error,
      { code: -32602, message, data: { reason: 'invalid_params', fields: [{ path }] } },
      JSON.stringify(params),
    );
  }
  t.ok(
    (await ask(api, 'prompts/get', { name: 'compare-employers', arguments: { employers: 'Acme', other: 1 } })).result,
    'unknown ones are ignored',
  );
});
