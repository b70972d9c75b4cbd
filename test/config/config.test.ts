import t from 'tap';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { readPlans } from '../../src/accounts/plans.ts';
import { loadConfig } from '../../src/app/load-config.ts';
import { enablePlatforms } from '../../src/sources/platforms/index.ts';

t.test('SPEC §11: settings', async (t) => {
  const defaults = readConfig({});
  t.match(defaults, {
    port: 8080,
    dataDir: './data',
    callDeadlineMs: 45_000,
    jobsCacheSeconds: 3600,
    registration: 'open',
    trustProxy: [],
    egressProxies: {},
  });
  t.ok(Object.isFrozen(defaults));
  const set = readConfig({
    PORT: '0',
    PUBLIC_URL: 'https://jobs.example.com/',
    ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    REGISTRATION: 'Example.com,example.org',
    EGRESS_ALLOW: '127.0.0.1:9000,[::1]:9001',
    EGRESS_PROXY_FR: 'http://proxy:3128',
    egress_proxy_gb: 'http://proxy:3129',
    PLATFORMS: '+hellowork,-reed',
  });
  t.match(set, {
    publicUrl: 'https://jobs.example.com',
    allowedOrigins: ['https://a.example', 'https://b.example'],
    trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    registration: ['example.com', 'example.org'],
    egressAllow: ['127.0.0.1:9000', '[::1]:9001'],
    egressProxies: { FR: 'http://proxy:3128', GB: 'http://proxy:3129' },
    platforms: ['+hellowork', '-reed'],
  });
  const bad = {
    PORT: 'x',
    PUBLIC_URL: 'ftp://x',
    ALLOWED_ORIGINS: 'nonsense',
    LOG_LEVEL: 'loud',
    CALL_DEADLINE_MS: '5',
    REGISTRATION: 'maybe',
    EGRESS_ALLOW: 'x',
    PLANS_FILE: '/nowhere/plans.json',
    EGRESS_PROXY_FR: 'socks5://x',
    TRUST_PROXY: 'true',
  };
  try {
    readConfig(bad);
    t.fail('must not pass');
  } catch (error) {
    t.type(error, ConfigError);
    t.equal((error as ConfigError).faults.length, Object.keys(bad).length, 'all at once');
    for (const [index, name] of Object.keys(bad).entries())
      t.match((error as ConfigError).faults.join('\n'), `${name} `, `${index}`);
  }
});

t.test('TRUST_PROXY accepts only addresses and networks, and the error names the wrong one', async (t) => {
  for (const good of ['10.0.0.1', '::1', '192.168.0.0/16', 'fd00::/8', '10.0.0.1,10.0.0.2']) {
    t.strictSame(readConfig({ TRUST_PROXY: good }).trustProxy, good.split(','), good);
  }
  for (const none of ['', 'false']) t.strictSame(readConfig({ TRUST_PROXY: none }).trustProxy, []);
  const bad = ['true', '1', '2', 'loopback', 'proxy.example.com', '10.0.0', '010.0.0.1', '10.0.0.0/33', '0.0.0.0/0'];
  for (const value of [...bad, '::/0', '::/129', '10.0.0.0/255.0.0.0', '10.0.0.1/8/8', '10.0.0.1,nonsense', '/8']) {
    t.throws(
      () => readConfig({ TRUST_PROXY: value }),
      { message: /^TRUST_PROXY must be a comma-separated list of addresses and networks/ },
      value,
    );
  }
});

t.test('SMTP_URL without PUBLIC_URL stops the start, because links in mails need an address', async (t) => {
  const smtp = { SMTP_URL: 'smtps://user:secret@mail.example.com' };
  const fault = 'SMTP_URL needs PUBLIC_URL: links in mails lead there.';
  const faultsOf = (env: Record<string, string>): readonly string[] => {
    try {
      loadConfig({ ...smtp, ...env });
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };
  t.strictSame(faultsOf({}), [fault]);
  t.match(faultsOf({ PORT: 'x' }), [/^PORT /, fault], 'all at once');
  for (const address of [
    'nonsense',
    'https://jobs.example.com/service',
    'https://jobs.example.com/?a=b',
    'https://jobs.example.com/#top',
    'https://name:word@jobs.example.com',
    'ftp://jobs.example.com',
  ]) {
    t.match(faultsOf({ PUBLIC_URL: address }), { length: 1, 0: /^PUBLIC_URL must be/ }, address);
  }
  t.equal(readConfig({ ...smtp, PUBLIC_URL: 'https://jobs.example.com' }).publicUrl, 'https://jobs.example.com');
});

t.test('SPEC §11: settings that name codes and files are checked at the start and reported together', async (t) => {
  const folder = t.testdir({
    'aliases.json': '{"same": [["M&S"]]}',
    'plans.json': '{"pro": {"monthly_credits": 1, "rpm_limit": 1, "platforms": ["reed", "monster"]}}',
    'near.json': '{"pro": {"monthly_credits": 1, "rpm_limit": 1, "platforms": ["reed", "hello_work"]}}',
    'good.json': '{"same": [["Acme", "Acme Widgets"]]}',
  });
  const faultsOf = (env: Record<string, string>): readonly string[] => {
    try {
      loadConfig(env);
      return [];
    } catch (error) {
      t.type(error, ConfigError);
      return (error as ConfigError).faults;
    }
  };
  const faults = faultsOf({
    PLATFORMS: '+jobsite',
    PLANS_FILE: `${folder}/plans.json`,
    ALIASES_FILE: `${folder}/aliases.json`,
    SEARCH_PROVIDERS: 'duckduckgo,google',
  });
  t.match(faults, [
    /^PLATFORMS names "jobsite", which is no platform code\..*\.$/,
    /^PLANS_FILE: plan pro: there is no platform "monster"\.$/,
    /^ALIASES_FILE: same\.0 must be a list of at least two names\.$/,
    /^SEARCH_PROVIDERS names "google"; known are searxng, brave, serper, duckduckgo\.$/,
  ]);
  t.match(faultsOf({ PLATFORMS: '+hello_work', PLANS_FILE: `${folder}/near.json` }), [
    /^PLATFORMS names "hello_work", which is no platform code\. Did you mean "hellowork"\? Codes: /,
    /^PLANS_FILE: plan pro: there is no platform "hello_work"\. Did you mean "hellowork"\?$/,
  ]);
  t.match(faultsOf({ PLATFORMS: '-find-a-job' }), [/"find-a-job", .*\. Did you mean "work_hub"\? Codes: /]);
  t.match(faultsOf({ SEARCH_PROVIDERS: 'brave' }), [/^SEARCH_PROVIDERS names brave, which needs BRAVE_API_KEY\.$/]);
  t.match(faultsOf({ PORT: 'x', SEARCH_PROVIDERS: 'google' }), [/^PORT /], 'what can be read comes first');
  t.strictSame(
    faultsOf({ SEARCH_PROVIDERS: 'Brave,duckduckgo', BRAVE_API_KEY: 'k', ALIASES_FILE: `${folder}/good.json` }),
    [],
  );
});

t.test('SPEC §9: the operator’s name, contact and links', async (t) => {
  t.match(readConfig({}), {
    serviceName: 'Job Data',
    logoText: '',
    serviceContact: null,
    legalLinks: [],
    currency: 'EUR',
  });
  t.match(
    readConfig({
      SERVICE_NAME: 'Emplois & Cie',
      LEGAL_LINKS: 'Terms|Conditions=https://a.example/?t=1, Privacy=https://a.example/p',
      CURRENCY: 'gbp',
    }),
    {
      serviceName: 'Emplois & Cie',
      legalLinks: [
        { title: { en: 'Terms', fr: 'Conditions' }, url: 'https://a.example/?t=1' },
        { title: { en: 'Privacy', fr: 'Privacy' }, url: 'https://a.example/p' },
      ],
      currency: 'GBP',
    },
  );
  for (const [name, ...values] of [
    ['SERVICE_NAME', 'x'.repeat(61), 'Job\r\nBcc: x', 'Job\u202eData', 'Job\u2028Data'],
    ['LOGO_TEXT', 'x'.repeat(41)],
    ['SERVICE_CONTACT', 'javascript:alert(1)', 'me'],
    ['CURRENCY', 'euro', '€', 'EU', 'XQQ'],
    [
      'LEGAL_LINKS',
      'Terms',
      '=https://a.example',
      'Terms=javascript:alert(1)',
      'Terms=/terms',
      'A|B|C=https://a.example',
    ],
  ] as const) {
    for (const value of values) {
      t.throws(
        () => readConfig({ [name]: value }),
        { message: new RegExp(`^${name} must be `) },
        `${name} ${encodeURIComponent(value)}`,
      );
    }
  }
});

t.test('SPEC §7: plans', async (t) => {
  const plans = readPlans(null);
  t.match(plans.get('power'), { allowance: 10_000_000, overageRate: 0.01, rpmLimit: 120 });
  t.match(plans.get('free_trial'), { allowance: 100_000, overageRate: null, rpmLimit: 10, trial: true });
  t.match(
    [...readPlans('{"pro":{"monthly_credits":7.5,"rpm_limit":3,"platforms":["reed"]}}').keys()],
    ['free_trial', 'pro'],
  );
  const pro = (row: object): string => JSON.stringify({ pro: { monthly_credits: 1, rpm_limit: 1, ...row } });
  const title = 'pro.title must be a text of 1 to 40 visible characters, or one for each of en and fr';
  for (const [bad, says] of [
    ['{', 'PLANS_FILE does not hold JSON.'],
    ['[]', 'PLANS_FILE must hold an object of plans by name.'],
    ['{}', 'PLANS_FILE must hold an object of plans by name.'],
    ['{"pro":7}', 'PLANS_FILE: pro must be an object.'],
    ['{"pro":{}}', 'PLANS_FILE: pro.monthly_credits must be a number from 0 to 1,000,000,000.'],
    [pro({ monthly_credits: -1 }), 'PLANS_FILE: pro.monthly_credits must be a number from 0 to 1,000,000,000.'],
    [pro({ overage_rate: '1' }), 'PLANS_FILE: pro.overage_rate must be a number from 0 to 1,000,000,000, or null.'],
    [pro({ monthly_price: '49' }), 'PLANS_FILE: pro.monthly_price must be a number from 0 to 1,000,000,000, or null.'],
    [pro({ rpm_limit: 0 }), 'PLANS_FILE: pro.rpm_limit must be a whole number from 1 on.'],
    [pro({ rpm_limit: 1.5 }), 'PLANS_FILE: pro.rpm_limit must be a whole number from 1 on.'],
    ['{"Pro!":{}}', 'PLANS_FILE: Pro! must be a name of at most 40 lower-case letters, digits and underscores.'],
    [
      '{"__proto__":{}}',
      'PLANS_FILE: __proto__ must be a name of at most 40 lower-case letters, digits and underscores.',
    ],
    [pro({ platforms: 'x' }), 'PLANS_FILE: pro.platforms must be a list of codes.'],
    [pro({ platforms: ['x', 7] }), 'PLANS_FILE: pro.platforms.1 must be a code.'],
    ...['', ' ', 7, ['Pro'], { de: 'Profi' }, 'a\nb', 'a\u200bb', 'a'.repeat(41)].map((value) => [
      pro({ title: value }),
      `PLANS_FILE: ${title}.`,
    ]),
  ] as [string, string][]) {
    t.throws(() => readPlans(bad), { message: says }, bad);
  }
  t.ok(readPlans(pro({ title: { en: 'Pro' }, overage_rate: null })).has('pro'));
  t.equal(readPlans(pro({ monthly_price: 49.5 })).get('pro')?.monthlyPrice, 49.5);
  t.equal(readPlans(pro({})).get('pro')?.monthlyPrice, null);
});

t.test('SPEC §10: PLATFORMS', async (t) => {
  const codes = (setting: string[]) => enablePlatforms(setting).enabled.map(({ code }) => code);
  t.notOk(codes(['-reed']).includes('reed'));
  t.strictSame(codes(['apec']), ['apec']);
  t.ok(enablePlatforms(['+reed']).named.has('reed'));
  t.throws(() => enablePlatforms(['nope']), { message: /no platform code/ });
});

t.test('the name of a plan that people see', async (t) => {
  t.strictSame(readPlans(null).get('free_trial')?.title, { en: 'Free trial', fr: 'Essai gratuit' });
  t.strictSame(readPlans(null).get('starter')?.title, { en: 'Starter', fr: 'Starter' });
  const row = { monthly_credits: 1, rpm_limit: 1 };
  const plans = readPlans(
    JSON.stringify({
      free_trial: { ...row, title: { fr: 'Découverte' } },
      big_team: row,
      pro: { ...row, title: 'Pro & more' },
    }),
  );
  t.strictSame(plans.get('free_trial')?.title, { en: 'Free trial', fr: 'Découverte' });
  t.strictSame(plans.get('big_team')?.title, { en: 'Big team', fr: 'Big team' });
  t.strictSame(plans.get('pro')?.title, { en: 'Pro & more', fr: 'Pro & more' });
});
