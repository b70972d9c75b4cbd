import { parse } from 'node-html-parser';
import t from 'tap';
import { atomFeed, feedTag, readFeedPage } from '../../../src/saved-searches/deliver/atom-feed.ts';
import { deliveredJobs, deliveryKind } from '../../../src/saved-searches/deliver/content.ts';
import { deliveryMail } from '../../../src/saved-searches/deliver/mail.ts';
import { feedUrl, isLinkToken, linkToken, unsubscribeUrl } from '../../../src/saved-searches/deliver/secret-links.ts';
import { DAY_MS } from '../../../src/lib/clock.ts';
import { delivery, job } from './content.ts';
import { atomFaults } from './rfc4287.ts';

const baseUrl = 'https://jobs.example.com';
const frame = {
  to: 'ann@example.com',
  service: 'Job Data',
  baseUrl,
  unsubscribeUrl: unsubscribeUrl(baseUrl, 'sea_1', 'tok'),
};
const HOSTILE = '<img src=x onerror=alert(1)>\r\nBcc: x@example.com\u0000\u202e ]]> & "';

async function feed(deliveries = [delivery()]): Promise<{ xml: string; etag: string }> {
  const newest = [...deliveries].sort((one, other) => other.at - one.at);
  const heads = newest.map(({ id, at }) => ({ id, at, jobsUntil: null }));
  const search = delivery().search;
  const about = { search, service: 'Job Data', baseUrl, feedUrl: feedUrl(baseUrl, 'sea_1', 'tok'), createdAt: 0 };
  const page = await readFeedPage(heads, undefined, async (id) => newest.find((one) => one.id === id));
  return { xml: atomFeed(page, about), etag: feedTag(heads, undefined, about) };
}

t.test('SPEC §14: deliveries: the ten best at first, then new ones, and a message once a month', (t) => {
  const many = Array.from({ length: 40 }, (_, index) => job({ dedup_hash: String(index) }));
  t.strictSame(deliveredJobs('first', many), many.slice(0, 10));
  t.equal(deliveredJobs('new', many).length, 40);
  const run = { isFirst: false, total: 0, now: 40 * DAY_MS };
  t.equal(deliveryKind({ ...run, isFirst: true, lastDeliveredAt: null }), 'first');
  t.equal(deliveryKind({ ...run, total: 3, lastDeliveredAt: run.now }), 'new');
  t.equal(deliveryKind({ ...run, lastDeliveredAt: 11 * DAY_MS }), undefined);
  t.equal(deliveryKind({ ...run, lastDeliveredAt: 10 * DAY_MS }), 'heartbeat');
  t.end();
});

t.test('a mail lists new jobs, the result of each platform and what was left out, in both languages', (t) => {
  const english = deliveryMail(delivery(), frame);
  t.equal(english.subject, 'Bakers in Leeds: 1 new job');
  t.equal(english.unsubscribeUrl, 'https://jobs.example.com/unsubscribe/sea_1/tok');
  const lines = english.text.split('\n').map((line) => line.replace(/\s*–\s*/gu, '–').replace(/\s/gu, ' '));
  t.equal(english.messageId, '<dlv_1@jobs.example.com>');
  for (const line of [
    'Northtown Bread · Leeds',
    '£24,000–£26,000 a year · on site · posted 19 Nov 2026',
    '- Reed: delivered 1 job',
    '- Totaljobs: blocked us (a challenge)',
    '- Left out by your filters: place 4.',
  ])
    t.ok(lines.includes(line), line);
  const french = deliveryMail(delivery({}, 'fr'), frame);
  t.match(french.subject, /^Bakers in Leeds\u00a0: 1 nouvelle offre$/);
  t.ok(french.text.includes('nous a bloqués'));
  t.equal(
    parse(french.html ?? '')
      .querySelector('html')
      ?.getAttribute('lang'),
    'fr',
  );
  const many = Array.from({ length: 53 }, (_, index) => job({ title: `Baker ${index}` }));
  const long = deliveryMail(delivery({ total: 53, jobs: many }), frame);
  for (const part of [long.text, long.html ?? '']) {
    t.match(part, 'And 3 more jobs.');
    t.match(part.replaceAll('&amp;', '&'), 'https://jobs.example.com/saved-searches/delivered?id=sea_1&delivery=dlv_1');
    t.match(part, 'Baker 49');
    t.notMatch(part, 'Baker 50');
  }
  const paused = deliveryMail(delivery({ kind: 'paused', jobs: [], platforms: [], pauseReason: 'failing' }), frame);
  t.ok(paused.text.startsWith('No platform has delivered for three days.'));
  t.end();
});

t.test('outside text stays text: no markup, no header, only web links', async (t) => {
  const evil = job({
    title: HOSTILE,
    company: HOSTILE,
    location: HOSTILE,
    description: HOSTILE,
    url: 'javascript:alert(1)',
  });
  const content = delivery({ jobs: [evil], search: { ...delivery().search, name: HOSTILE } });
  const mail = deliveryMail(content, frame);
  const page = parse(mail.html ?? '');
  t.strictSame(page.querySelectorAll('img, script').length, 0);
  const links = page.querySelectorAll('a').map((link) => link.getAttribute('href'));
  t.strictSame(links, ['https://jobs.example.com/saved-searches#sea_1', frame.unsubscribeUrl]);
  t.notMatch(mail.subject, /[\r\n\0\u202e]/);
  t.notOk(mail.text.split('\n').some((line) => line.startsWith('Bcc:')));
  t.notMatch((await feed([content])).xml, /<img|[\0\u202e]|javascript/);
});

t.test('RFC 4287: the feed has the required elements, newest first, each job once', async (t) => {
  const many = Array.from({ length: 120 }, (_, index) =>
    delivery({ id: `dlv_${index}`, at: index * DAY_MS, jobs: [job({ dedup_hash: `h${index}` })] }),
  );
  const { xml, etag } = await feed([...many, delivery({ id: 'dlv_p', kind: 'paused', jobs: [], at: 200 * DAY_MS })]);
  const root = parse(xml).querySelector('feed');
  t.equal(root?.getAttribute('xmlns'), 'http://www.w3.org/2005/Atom');
  const own = (name: string): number => root?.childNodes.filter((node) => node.rawTagName === name).length ?? 0;
  for (const name of ['id', 'title', 'updated', 'author']) t.equal(own(name), 1, name);
  const entries = root?.querySelectorAll('entry') ?? [];
  t.equal(entries.length, 100);
  t.equal(new Set(entries.map((entry) => entry.querySelector('id')?.text)).size, 100);
  for (const entry of entries) {
    for (const name of ['id', 'title', 'updated', 'summary']) t.equal(entry.querySelectorAll(name).length, 1);
    t.match(entry.querySelector('updated')?.text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  const times = entries.map((entry) => entry.querySelector('updated')?.text ?? '');
  t.strictSame(times, [...times].sort().reverse());
  t.match(etag, /^"[\w-]{27}"$/);
  t.equal((await feed([...many, delivery({ id: 'dlv_p', kind: 'paused', jobs: [], at: 200 * DAY_MS })])).etag, etag);
  t.not((await feed(many)).etag, etag);
});

t.test('a secret link opens one resource of one search until it is renewed', (t) => {
  const token = linkToken('s', 'feed', 'sea_1', 1);
  t.match(token, /^[\w-]{32}$/);
  t.ok(isLinkToken(token, linkToken('s', 'feed', 'sea_1', 1)));
  for (const other of [
    linkToken('s', 'feed', 'sea_1', 2),
    linkToken('s', 'feed', 'sea_2', 1),
    linkToken('s', 'unsubscribe', 'sea_1', 1),
    linkToken('t', 'feed', 'sea_1', 1),
    '',
  ])
    t.notOk(isLinkToken(token, other));
  t.end();
});

t.test('SPEC §14: feeds are valid Atom (RFC 4287), whatever sites write', async (t) => {
  const jobs = [HOSTILE, '', 'Käse & Brot <3', '日本'].map((text, index) =>
    job({ title: text, company: text, description: text, location: text, dedup_hash: `h${index}` }),
  );
  const none = { jobs: [], total: 0 };
  const all = [
    delivery({ jobs, total: 4 }),
    delivery({ ...none, id: 'dlv_2', kind: 'paused', pauseReason: 'webhook', goesOn: true }),
    delivery({ ...none, id: 'dlv_3', kind: 'heartbeat' }),
    delivery({ id: 'dlv_4', kind: 'sample', jobs: [job({ dedup_hash: 's', url: 'javascript:alert(1)' })] }, 'fr'),
    delivery({ ...none, id: 'dlv_5', kind: 'first' }),
  ];
  t.strictSame(atomFaults((await feed(all)).xml), []);
  t.strictSame(atomFaults((await feed([])).xml), []);
  const { xml } = await feed();
  for (const [broken, why] of [
    [xml.replace(/<updated>[^<]*<\/updated>/, ''), 'no date'],
    [xml.replace(/<id>[^<]*<\/id>/, '<id>not an address</id>'), 'an id that is no IRI'],
    [xml.replace('<entry>', '<entry><colour>red</colour>'), 'another element'],
    [xml.replace('</feed>', ''), 'not closed'],
    [xml.replace('Baker', 'Baker & son'), 'a bare ampersand'],
    [xml.replace(/<updated>[^<]*</, '<updated>yesterday<'), 'no date of RFC 3339'],
  ] as const)
    t.not(atomFaults(broken).length, 0, why);
});

t.test('an unchanged feed is recognised by its delivery IDs, without reading contents', (t) => {
  const about = {
    search: delivery().search,
    service: 'Job Data',
    baseUrl,
    feedUrl: 'https://x.example/f',
    createdAt: 0,
  };
  const heads = [{ id: 'dlv_1', at: 1, jobsUntil: 5 }];
  const tag = feedTag(heads, undefined, about);
  t.equal(feedTag([...heads], undefined, { ...about }), tag);
  const named = { ...about, search: { ...about.search, name: 'Renamed' } };
  const others = [
    feedTag([{ id: 'dlv_1', at: 1, jobsUntil: null }], undefined, about),
    feedTag([{ id: 'dlv_2', at: 2, jobsUntil: null }, ...heads], undefined, about),
    feedTag(heads, { at: 1, id: 'dlv_1', skip: 3 }, about),
    feedTag(heads, undefined, named),
  ];
  t.equal(new Set([tag, ...others]).size, 5, 'adverts taken out, a new delivery, another page, another name');
  t.end();
});

t.test('a page of a feed reads no more deliveries than it shows', async (t) => {
  const long = delivery({ jobs: Array.from({ length: 60 }, (_, index) => job({ dedup_hash: `h${index}` })) });
  const heads = Array.from({ length: 102 }, (_, index) => ({ id: `dlv_${index}`, at: 1_000 - index, jobsUntil: null }));
  const read: string[] = [];
  const page = await readFeedPage(heads, undefined, async (id) => {
    read.push(id);
    return { ...long, id };
  });
  t.strictSame(read, ['dlv_0', 'dlv_1']);
  t.match(page, {
    shown: [
      { skip: 0, count: 60 },
      { skip: 0, count: 40 },
    ],
    next: { id: 'dlv_1', skip: 40 },
  });
});
