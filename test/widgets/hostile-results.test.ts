import t from 'tap';
import { inBrowser, violationsOn } from '../support/browser.ts';
import { DOCUMENT_NAMES, openDocuments, settled, statusOf } from '../support/widget-documents.ts';
import { some } from '../support/volume.ts';

const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
/** Turns what follows to the left, and never back. */
const TURNED = '\u202Egpj.exe\u2066';
const HOSTILE = `${MARKUP}${TURNED}\u0000\n${'long '.repeat(2_000)}`;

t.test('errors, cancellation, text only, and results of other tools', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  for (const [index, name] of DOCUMENT_NAMES.entries()) {
    const host = await documents.open(name);
    await host.notify('ui/notifications/tool-cancelled', { reason: 'user' });
    await settled(host.frame);
    t.equal(await statusOf(host), 'The call was cancelled.', name);
    const shown = async (result: object): Promise<[string, string]> => {
      await host.notify('ui/notifications/tool-result', result);
      await settled(host.frame);
      return [await statusOf(host), (await host.frame.locator('#content').textContent()) ?? ''];
    };
    t.strictSame(await shown({ isError: true, content: [{ type: 'text', text: `refused ${MARKUP}` }] }), [
      'The call failed or was refused.',
      `refused ${MARKUP}`,
    ]);
    const oddities: readonly object[] = [
      {},
      { content: null },
      { content: 'text' },
      { structuredContent: [] },
      { structuredContent: null, content: [{}] },
      { structuredContent: { jobs: 'none', plan: 1, rating: [] } },
      { content: [{ type: 'text', text: '[1]' }] },
    ];
    // In `npm test`, each comes to one of the documents.
    const own = oddities.filter((_, which) => which % DOCUMENT_NAMES.length === index);
    for (const odd of some(own, oddities))
      t.match((await shown(odd))[0], 'This result cannot be shown as cards.', `${name}: ${JSON.stringify(odd)}`);
    const real = await documents.result(name);
    t.strictSame((await shown({ content: real.content }))[0], '', `${name}: the result as text will do`);
    t.strictSame(host.faults, []);
    await host.close();
  }
});

t.test(
  'partial results and results of older versions: existing parts are shown, missing ones are mentioned',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const host = await documents.show('jobs', {
      structuredContent: {
        total_jobs: 9,
        jobs: [
          {
            title: 'Clerk',
            url: 'https://a.example/1',
            platform: 'reed',
            salary_min: '12',
            posted_date: 'soon',
            also_on: 'x',
          },
          null,
          'text',
          {},
          {
            title: 5,
            company: {},
            salary_min: Number.MAX_SAFE_INTEGER,
            evidence: [1],
            agency: 'yes',
            work_mode: 'orbital',
          },
        ],
        platforms: [
          { platform: 'reed', status: 'unheard_of' },
          { platform: 'constructor', status: 'constructor' },
          {},
          4,
        ],
      },
    });
    t.equal(await host.frame.locator('.job').count(), 3);
    const text = await host.frame.locator('main').innerText();
    t.match(text, /Clerk[^]*employer not stated[^]*pay not listed/);
    t.match(text, 'Advert without a title');
    t.match(text, '2 adverts of this result could not be read');
    t.match(text, 'Reed: unheard_of');
    t.match(text, 'constructor: constructor');
    t.strictSame(await violationsOn(host.frame), []);

    const bare = await documents.show('reputation', {
      structuredContent: { Acme: { rating: 4.25, review_count: 3 }, Beta: { rating: null }, Gamma: { rating: 99 } },
    });
    const ratings = await bare.frame.locator('main').innerText();
    t.match(
      ratings,
      /Acme[^]*4\.3 \/ 5[^]*does not pass on the sources[^]*Beta[^]*No rating is known\.[^]*Gamma[^]*No rating is known\./,
    );
    const page = await documents.show('page', { structuredContent: { 'https://a.example/': '# Title\n\ntext' } });
    t.match(await page.frame.locator('main').innerText(), /does not pass on the details[^]*Title\s+text/);
    t.strictSame([...host.faults, ...bare.faults, ...page.faults], []);
  },
);

t.test('shortened text is marked, wherever the rest of it is', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const titles = [
    [`Ab${' '.repeat(900)}Company`, 'Ab…'],
    [`Ab${' '.repeat(900)}`, 'Ab'],
    [`Ab${'\u200e\0'.repeat(900)}`, 'Ab'],
    [`Ab ${' '.repeat(300)}Company`, 'Ab Company'],
    [`${'x'.repeat(159)}\u{1f600}y`, `${'x'.repeat(159)}…`],
    ['x'.repeat(160), 'x'.repeat(160)],
  ] as const;
  const host = await documents.show('jobs', {
    structuredContent: {
      query: 'clerk',
      country: 'GB',
      jobs: titles.map(([title], index) => ({ title, platform: 'reed', url: `https://a.example/${index}` })),
    },
  });
  const shown = await host.frame.locator('h2').allTextContents();
  for (const [index, [, title]] of titles.entries()) t.equal(shown[index]?.trim(), title, title);
  t.strictSame(host.faults, []);
});

t.test('texts of sites stay text: no markup, no reversed direction, no end of the page', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const advert = Object.fromEntries(
    [
      'title',
      'company',
      'location',
      'salary_text',
      'contract',
      'hours',
      'platform',
      'description',
      'posted_date',
      'closing_date',
      'work_mode',
      'dedup_hash',
    ].map((name) => [name, HOSTILE]),
  );
  const shown = {
    jobs: {
      query: HOSTILE,
      country: 'GB',
      jobs: [
        {
          ...advert,
          url: 'https://a.example/',
          evidence: { salary: HOSTILE, [MARKUP]: HOSTILE },
          also_on: [{ platform: HOSTILE, url: 'https://b.example/' }],
        },
        advert,
      ],
      platforms: [
        { platform: HOSTILE, status: HOSTILE, reason: HOSTILE, attribution: HOSTILE, left_out: { [MARKUP]: 3 } },
      ],
    },
    reputation: { [HOSTILE]: { rating: 3, review_count: 1, insights: [HOSTILE, `${MARKUP} 4.2/5`] } },
    page: {
      'https://a.example/': `# ${HOSTILE}\n\n${MARKUP}\n\n[${MARKUP}](javascript:alert(1)) ![${MARKUP}](https://evil.example/x.png)\n\n| ${MARKUP} |\n| --- |\n| x |\n\n${'*_`['.repeat(5_000)}`,
    },
    ping: {
      plan: HOSTILE,
      credits_remaining: -5,
      monthly_credits: 0,
      platforms: [HOSTILE],
      resting: [HOSTILE],
      resets_at: HOSTILE,
    },
  };
  for (const name of DOCUMENT_NAMES) {
    const meta =
      name === 'page'
        ? {
            'io.jobdata/urls': {
              'https://a.example/': {
                final_url: 'javascript:alert(1)',
                content_type: HOSTILE,
                notes: [HOSTILE, `frame: ${HOSTILE}`],
                advert: { status: HOSTILE, title: HOSTILE, evidence: HOSTILE },
              },
            },
          }
        : {};
    const provenance = {
      'io.jobdata/provenance': {
        [HOSTILE]: {
          status: HOSTILE,
          reason: HOSTILE,
          sources: [{ site: HOSTILE, url: 'javascript:alert(1)', matched_name: HOSTILE, fetched_at: HOSTILE }],
        },
      },
    };
    const host = await documents.show(
      name,
      { structuredContent: shown[name], _meta: { ...meta, ...provenance } },
      { width: 320 },
    );
    t.equal(await host.frame.locator('img, iframe, a, script').count(), 1, `${name}: its own script alone`);
    const text = (await host.frame.locator('body').textContent()) ?? '';
    t.notMatch(text, /[\u202A-\u202E\u2066-\u2069]/, `${name}: no marks of direction`);
    t.ok(text.includes('<img src=x'), `${name}: markup is shown as it is written`);
    const width = await host.frame.evaluate(() => (globalThis as any).document.documentElement.scrollWidth);
    t.ok(width <= 320, `${name}: ${width} pixels`);
    t.strictSame(host.faults, [], name);
    await host.close();
  }
});

t.test('an invisible title gets a substitute, and a refused address is not changed', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const jobs = [{ title: '\u200B\u2060', url: `https://a.example/${TURNED}`, platform: 'reed' }];
  const host = await documents.show('jobs', { structuredContent: { jobs } }, { refuses: { 'ui/open-link': 'no' } });
  await host.frame.getByRole('link', { name: 'Advert without a title' }).click();
  t.equal(
    await host.frame.locator('code.address').first().textContent(),
    'https://a.example/%E2%80%AEgpj.exe%E2%81%A6',
  );
  t.strictSame(host.faults, []);
});
