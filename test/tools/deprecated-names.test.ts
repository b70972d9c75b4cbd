import t from 'tap';
import { DEPRECATIONS, type Deprecation } from '../../schemas/index.ts';
import * as schemas from '../../schemas/index.ts';
import { findPlatform, PLATFORMS } from '../../src/sources/platforms/index.ts';
import { DeprecatedNames } from '../../src/tools/deprecated-names.ts';
import { ToolTable, type Tool } from '../../src/tools/tool.ts';

const why = { en: 'said so', fr: 'dit ainsi' };
const ALL: Deprecation[] = [
  {
    kind: 'argument',
    tool: 'search',
    name: 'words',
    replacement: 'query',
    since: '2026-01-01',
    removedIn: '2.0.0',
    why,
  },
  { kind: 'tool', name: 'find', replacement: 'search', since: '2026-01-01', removedIn: null, why },
  { kind: 'platform', name: 'old_code', replacement: 'new_code', since: '2026-01-01', removedIn: null, why },
];
const search = {
  definition: {
    name: 'search',
    title: 'Search',
    description: 'Searches.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    outputSchema: { type: 'object' },
    annotations: {
      title: 'Search',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
  },
  prepare: () => Promise.reject(new Error('is not called')),
} satisfies Tool;

t.test('the table is in order and true: old names do not exist, replacements do', async (t) => {
  const tools: Record<string, { properties: object }> = {
    ping: schemas.PingArguments,
    scrape_jobs: schemas.ScrapeJobsArguments,
    get_reputation: schemas.GetReputationArguments,
    scrape_url: schemas.ScrapeUrlArguments,
  };
  const codes = new Set(PLATFORMS.map(({ code }) => code));
  for (const one of DEPRECATIONS) {
    t.match(one.since, /^\d{4}-\d\d-\d\d$/, one.name);
    t.ok(one.removedIn === null || /^\d+\.0\.0$/.test(one.removedIn), 'names go with a major release alone');
    t.equal(one.kind === 'argument', one.tool !== undefined);
    const present = {
      platform: codes,
      tool: new Set(Object.keys(tools)),
      argument: new Set(Object.keys(tools[one.tool ?? '']?.properties ?? {})),
    };
    t.ok(present[one.kind].has(one.replacement), `${one.replacement} is there`);
    t.notOk(present[one.kind].has(one.name), `${one.name} is no name of now`);
  }
  t.equal(new Set(DEPRECATIONS.map(({ kind, tool, name }) => `${kind} ${tool} ${name}`)).size, DEPRECATIONS.length);
});

t.test('codes: each alias stands for its platform', async (t) => {
  for (const one of DEPRECATIONS.filter(({ kind }) => kind === 'platform'))
    t.equal(findPlatform(one.name)?.code, one.replacement);
  t.equal(findPlatform('never_was'), undefined);
});

t.test('tools and arguments: the old name stands for the present one', async (t) => {
  const table = new ToolTable([search], undefined, new DeprecatedNames(ALL));
  const { readArguments } = table.require('find');
  t.strictSame(readArguments({ words: 'nurse' }), { args: { query: 'nurse' }, ignored: [] });
  t.strictSame(
    readArguments({ words: 'nurse', query: 'cook' }),
    { args: { query: 'cook' }, ignored: [] },
    'the present one holds',
  );
  t.strictSame(table.deprecated.notes('find', { words: 'nurse', platforms: ['x', ' OLD_code ', 7] }), [
    { kind: 'tool', name: 'find', replacement: 'search', message: 'The tool "find" is deprecated: use "search".' },
    {
      kind: 'argument',
      name: 'words',
      replacement: 'query',
      removed_in: '2.0.0',
      message: 'The argument of search "words" is deprecated: use "query". It is accepted until release 2.0.0.',
    },
    {
      kind: 'platform',
      name: 'old_code',
      replacement: 'new_code',
      message: 'The platform code "old_code" is deprecated: use "new_code".',
    },
  ]);
  for (const given of [undefined, null, [], 'text', { platforms: 'old_code' }])
    t.strictSame(table.deprecated.notes('search', given), []);
});
