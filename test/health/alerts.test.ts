import { createHmac } from 'node:crypto';
import t, { type Test } from 'tap';
import { EgressError, type EgressRequest } from '../../src/egress/egress.ts';
import { AlertDeliveries, type AlertDeliveryOptions } from '../../src/health/alert-delivery.ts';
import { alertSentence } from '../../src/health/alert-text.ts';
import { Doctor } from '../../src/health/doctor.ts';
import type { HealthEvent } from '../../src/health/condition.ts';
import { HEALTH_TEXTS } from '../../src/health/texts/index.ts';
import { MailRefused, type Mailer } from '../../src/mail/mailer.ts';
import { openStore } from '../../src/store/open.ts';
import type { AlertChannel } from '../../src/store/types.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { faultOf, openEgress, openSite } from '../egress/loopback.ts';

const HOOK = 'https://hooks.example/services/T0/abc/';
const BLOCKED: HealthEvent = { event: 'blocked', reason: 'the site refused to answer (HTTP 403)', muted: false };

async function open(t: Test, channels: readonly AlertChannel[], more: Partial<AlertDeliveryOptions> = {}) {
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
  const clock = new FakeClock();
  const internet = new FakeInternet();
  const outcomes: string[] = [];
  const faults: string[] = [];
  const tell = async (id: string, what: HealthEvent = BLOCKED): Promise<void> => {
    const now = clock.now();
    await store.health.claim('reed', 'a', now, { everyMs: 0, leaseMs: 1 });
    const check = { source: 'reed', at: now, outcome: 'blocked' as const, ms: 1, fields: {}, reason: '' };
    await store.health.finish('a', check, '', [{ id, source: 'reed', at: now, value: JSON.stringify(what), channels }]);
  };
  const deliveries = new AlertDeliveries({
    store: store.health,
    clock,
    egress: internet,
    webhook: { url: HOOK, secret: 's3cret' },
    mail: undefined,
    sourceOf: (code) => ({ code, name: 'Reed', kind: 'platform' }),
    baseUrl: 'https://jobs.example.org',
    onDelivery: (channel, outcome) => outcomes.push(`${channel} ${outcome}`),
    onFault: (error) => faults.push((error as Error).message),
    ...more,
  });
  return { store, clock, internet, deliveries, tell, outcomes, faults };
}

t.test('a webhook: its body and its signature', async (t) => {
  const { internet, deliveries, tell, clock } = await open(t, ['webhook']);
  internet.on(HOOK, {});
  await tell('alert_1', { event: 'field_fell', field: 'pay', before: 0.8, now: 0.25, muted: true });
  await deliveries.round();
  const [request] = internet.requests as [EgressRequest];
  t.match(request, { method: 'POST', url: HOOK, purpose: 'alert' }, 'to the letter, and for this purpose');
  t.strictSame(JSON.parse(request.body ?? ''), {
    id: 'alert_1',
    type: 'source.field_fell',
    timestamp: '2026-11-20T10:00:00.000Z',
    text: 'Reed: "pay" is present in 25% of the results, down from 80%. This changes often, so you will get no further alert about it today.',
    text_fr: alertSentence(
      'Reed',
      { event: 'field_fell', field: 'pay', before: 0.8, now: 0.25, muted: true },
      HEALTH_TEXTS.fr,
    ),
    data: {
      source: 'reed',
      name: 'Reed',
      kind: 'platform',
      field: 'pay',
      before: 0.8,
      now: 0.25,
      muted: true,
      url: 'https://jobs.example.org/operator/sources/reed',
    },
  });
  const seconds = String(clock.now() / 1_000);
  const signature = createHmac('sha256', 's3cret').update(`alert_1.${seconds}.${request.body}`).digest('base64');
  t.match(request.headers, {
    'webhook-id': 'alert_1',
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  });
  t.notMatch(JSON.stringify(internet.requests), /s3cret/);
});

t.test('without a secret there is no signature; a secret that begins with whsec_ is base64', async (t) => {
  const plain = await open(t, ['webhook'], { webhook: { url: HOOK, secret: null } });
  plain.internet.on(HOOK, {});
  await plain.tell('a');
  await plain.deliveries.round();
  t.notOk('webhook-signature' in (plain.internet.requests[0]?.headers ?? {}));
  const coded = await open(t, ['webhook'], { webhook: { url: HOOK, secret: 'whsec_c2VjcmV0' } });
  coded.internet.on(HOOK, {});
  await coded.tell('a');
  await coded.deliveries.round();
  const { headers, body } = coded.internet.requests[0] as EgressRequest;
  const content = `a.${headers?.['webhook-timestamp']}.${body}`;
  t.equal(headers?.['webhook-signature'], `v1,${createHmac('sha256', 'secret').update(content).digest('base64')}`);
});

t.test('a failed delivery is retried a limited number of times', async (t) => {
  const answers: (() => { status?: number; url?: string })[] = [
    () => ({ status: 500 }),
    () => {
      throw new EgressError('timeout', 'the site did not answer in time');
    },
    () => ({ url: 'https://hooks.example/login' }),
    () => ({ status: 410 }),
    () => ({ status: 302 }),
  ];
  const { internet, deliveries, tell, clock, outcomes, faults, store } = await open(t, ['webhook']);
  internet.on(HOOK, () => answers[internet.requests.length - 1]?.() ?? { status: 503 });
  await tell('a');
  for (let hour = 0; hour < 48 * 60; hour += 1) {
    await deliveries.round();
    clock.advance(60_000);
  }
  t.strictSame(outcomes, [...Array.from({ length: 5 }, () => 'webhook retried'), 'webhook failed']);
  t.equal(internet.requests.length, 6, 'in two days');
  t.match(faults, ['the webhook answered HTTP 503'], 'and the log says why, without its address');
  t.match(await store.health.alerts(1), [{ deliveries: [{ state: 'failed' }] }]);
});

t.test('a webhook that never answers delays neither the mails nor the shutdown', async (t) => {
  const mails: string[] = [];
  const mail = {
    mailer: { send: async ({ to }: { to: string }) => void mails.push(to) },
    to: ['a@example.org', 'b@example.org'],
    service: 'Jobs of ours',
  };
  const { internet, deliveries, tell, store } = await open(t, ['mail', 'webhook'], { mail });
  internet.on(HOOK, () => new Promise(() => {}));
  await tell('a');
  const round = deliveries.round();
  t.equal(deliveries.round(), round, 'one round at a time');
  while (mails.length < 2) await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(mails, ['a@example.org', 'b@example.org']);
  await deliveries.close(0);
  t.match(
    (await store.health.alerts(1))[0]?.deliveries,
    [
      { channel: 'mail', state: 'sent' },
      { channel: 'webhook', state: 'waiting' },
    ],
    'it waits in the store',
  );
});

t.test('a mail that is permanently refused is not retried', async (t) => {
  const mail = {
    mailer: {
      send: async () => {
        throw new MailRefused('550 (address)');
      },
    },
    to: ['a@example.org'],
    service: 'Jobs of ours',
  };
  const { deliveries, tell, outcomes } = await open(t, ['mail'], { mail });
  await tell('a');
  await deliveries.round();
  await deliveries.round();
  t.strictSame(outcomes, ['mail failed']);
});

t.test(
  'with several mailboxes, one that refuses or cannot be reached keeps no alert from the others, and nobody gets it twice',
  async (t) => {
    const mails: string[] = [];
    const faults: Record<string, Error | undefined> = {
      'gone@example.org': new MailRefused('550 (address)'),
      'busy@example.org': new Error('451 (address)'),
    };
    const mail = {
      mailer: {
        send: async ({ to }: { to: string }) => {
          mails.push(to);
          if (faults[to]) throw faults[to];
        },
      },
      to: ['gone@example.org', 'a@example.org', 'busy@example.org', 'b@example.org'],
      service: 'Jobs of ours',
    };
    const { deliveries, tell, outcomes, clock, store, faults: told } = await open(t, ['mail'], { mail });
    await tell('a');
    await deliveries.round();
    t.strictSame(mails, mail.to, 'all are tried');
    t.strictSame(outcomes, ['mail retried']);
    clock.advance(60_000);
    await deliveries.round();
    t.strictSame(mails.slice(4), ['busy@example.org'], 'again who may take it yet');
    faults['busy@example.org'] = undefined;
    clock.advance(300_000);
    await deliveries.round();
    t.strictSame(mails.slice(5), ['busy@example.org']);
    t.strictSame(outcomes, ['mail retried', 'mail retried', 'mail failed'], 'one has not had it, and never will');
    t.match(told, ['550']);
    t.match(await store.health.alerts(1), [{ deliveries: [{ state: 'failed' }] }]);
    delete faults['gone@example.org'];
    await tell('b');
    await deliveries.round();
    t.strictSame(mails.slice(6), mail.to, 'the next is for all again');
    t.equal(outcomes.at(-1), 'mail sent');
  },
);

t.test('text from a source cannot forge a mail header, a line or a terminal sequence', async (t) => {
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
  const clock = new FakeClock();
  const internet = new FakeInternet().on(HOOK, {});
  const mails: Parameters<Mailer['send']>[0][] = [];
  const reason = `it refuses: x\r\nBcc: all@example.org\n\n\u001b[2J\u009b31m\u202e\u0000${'😀'.repeat(300)}`;
  const doctor = new Doctor({
    store: store.health,
    clock,
    sources: [
      {
        code: 'serper',
        name: 'Serper',
        kind: 'search_provider',
        everyMs: 1,
        check: async () => ({ outcome: 'blocked', fields: {}, reason }),
      },
    ],
    holder: 'a',
    channels: ['mail', 'webhook'],
    newId: () => 'alert_1',
    onFault: (error) => t.fail(String(error)),
  });
  for (let turns = 0; turns < 2; turns += 1) {
    await doctor.runNextCheck();
    clock.advance(60_000);
  }
  await new AlertDeliveries({
    store: store.health,
    clock,
    egress: internet,
    webhook: { url: HOOK, secret: null },
    mail: { mailer: { send: async (mail) => void mails.push(mail) }, to: ['a@example.org'], service: 'Jobs of ours' },
    sourceOf: () => undefined,
    baseUrl: 'https://jobs.example.org',
    onFault: (error) => t.fail(String(error)),
  }).round();
  const [mail] = mails;
  const post = JSON.parse(internet.requests[0]?.body ?? '{}');
  const [check] = await store.health.checks('serper', 0, clock.now() + 1);
  for (const line of [mail?.subject, post.text, post.text_fr, post.data.reason, check?.reason]) {
    t.match(line, /Bcc: all@example\.org/, 'it is said');
    // eslint-disable-next-line no-control-regex
    t.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    t.notMatch(line, /[\ud800-\udbff](?![\udc00-\udfff])/, 'no half of a letter');
  }
  t.equal(mail?.text.split('\n').length, 6, 'two sentences, two links');
});

t.test('a webhook that answers with a long page or has a fragment in its URL counts as delivered', async (t) => {
  const hook = await openSite(t, (_, response) => response.end('x'.repeat(500_000)));
  const url = `http://127.0.0.1:${hook.port}/in#channel`;
  const egress = openEgress(t, { env: { ALERT_WEBHOOK_URL: url } });
  const { deliveries, tell, outcomes } = await open(t, ['webhook'], { egress, webhook: { url, secret: null } });
  await tell('a');
  await deliveries.round();
  t.strictSame(outcomes, ['webhook sent']);
  t.strictSame(hook.paths, ['/in']);
});

t.test('SPEC §11: the exemption of the operator’s webhook is for alerts only and ends at a redirect', async (t) => {
  const hook = await openSite(t, (request, response) => {
    if (request.url === '/moved') response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
    else response.end('ok');
  });
  const other = await openSite(t, (_, response) => response.end('other'));
  const url = `http://127.0.0.1:${hook.port}/in`;
  const egress = openEgress(t, { env: { ALERT_WEBHOOK_URL: url } });
  const ask = async (address: string, purpose?: EgressRequest['purpose']) =>
    (
      await faultOf(
        egress.fetch({
          method: 'POST',
          url: address,
          body: '{}',
          headers: { 'webhook-id': 'x' },
          timeoutMs: 5_000,
          maximumBytes: 1_000,
          ...(purpose ? { purpose } : {}),
        }),
      )
    ).fault;
  t.equal(await ask(url, 'alert'), 'none');
  t.match(hook.headers(), { 'webhook-id': 'x' });
  for (const purpose of [undefined, 'page', 'search_provider', 'model'] as const)
    t.equal(await ask(url, purpose), 'refused', `for ${purpose}`);
  t.equal(await ask(`http://127.0.0.1:${other.port}/`, 'alert'), 'refused', 'and alerts go nowhere else');
  t.equal(await ask(`http://127.0.0.1:${hook.port}/moved`, 'alert'), 'refused');
  t.strictSame(other.paths, []);
});
