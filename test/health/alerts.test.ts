import { createHmac } from 'node:crypto';
import t, { type Test } from 'tap';
import { EgressError, type EgressRequest } from '../../src/egress/egress.ts';
import { AlertDeliveries, type AlertDeliveryOptions } from '../../src/health/alert-delivery.ts';
import { alertSentence } from '../../src/health/alert-text.ts';
import type { HealthEvent } from '../../src/health/judge.ts';
import { HEALTH_TEXTS } from '../../src/health/texts/index.ts';
import { MailRefused } from '../../src/mail/mailer.ts';
import { openStore } from '../../src/store/open.ts';
import type { AlertChannel } from '../../src/store/types.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { faultOf, openDoor, openSite } from '../egress/loopback.ts';

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

t.test('a webhook: what is posted, and its signature', async (t) => {
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
    text: 'Reed: "pay" is there in 25 % of what comes; it used to be 80 %. It changes often: you will hear no more of it today.',
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

t.test('without a secret nothing is signed; one that begins with whsec_ is base64', async (t) => {
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

t.test('who does not take an alert is tried again some times, and given up', async (t) => {
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

t.test('a webhook that never answers holds up neither the mails nor the end', async (t) => {
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

t.test('a mail that is refused for good is not tried again', async (t) => {
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

t.test("SPEC §11: the operator's webhook is open to alerts alone, and a redirect leads them nowhere", async (t) => {
  const hook = await openSite(t, (request, response) => {
    if (request.url === '/moved') response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
    else response.end('ok');
  });
  const other = await openSite(t, (_, response) => response.end('other'));
  const url = `http://127.0.0.1:${hook.port}/in`;
  const door = openDoor(t, { env: { ALERT_WEBHOOK_URL: url } });
  const ask = async (address: string, purpose?: EgressRequest['purpose']) =>
    (
      await faultOf(
        door.fetch({
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
