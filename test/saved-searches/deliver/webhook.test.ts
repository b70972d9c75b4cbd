import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { EgressError, type EgressFault, type EgressRequest } from '../../../src/egress/egress.ts';
import { newWebhookSecret } from '../../../src/saved-searches/deliver/secret-links.ts';
import { nextWebhookTry, postWebhook, type WebhookOutcome } from '../../../src/saved-searches/deliver/webhook.ts';
import { HOUR_MS } from '../../../src/lib/clock.ts';
import { openEgress, openSite } from '../../egress/loopback.ts';
import { until } from '../../support/until.ts';
import { delivery } from './content.ts';

const secret = newWebhookSecret();

async function post(
  answer: number | Error,
  now = Date.now(),
): Promise<{ sent: EgressRequest; outcome: WebhookOutcome }> {
  const sent: EgressRequest[] = [];
  const egress = {
    fetch: async (request: EgressRequest) => {
      sent.push(request);
      if (typeof answer !== 'number') throw answer;
      return { status: answer, url: request.url, headers: {}, body: Buffer.alloc(0) };
    },
  };
  const url = 'https://receiver.example/hook?a=b#part';
  const outcome = await postWebhook(delivery(), { url, secret, baseUrl: 'https://jobs.example.com', egress, now });
  return { sent: sent[0] as EgressRequest, outcome };
}

t.test(
  'SPEC §14: a receiver that uses the Standard Webhooks library accepts it, and rejects altered messages',
  async (t) => {
    const { sent, outcome } = await post(204);
    t.strictSame(outcome, { state: 'delivered', status: 204 });
    t.match(sent, { method: 'POST', url: 'https://receiver.example/hook?a=b', redirect: 'manual' });
    t.notOk(sent.purpose, 'no exemption from the address rule');
    const headers = { ...sent.headers };
    const read = new Webhook(secret).verify(sent.body as string, headers);
    t.match(read, {
      id: 'dlv_1',
      type: 'saved_search.new',
      data: { total_new: 1, left_out: { location: 4 }, receipt_id: 'rct_1', jobs: [{ title: 'Baker' }] },
    });
    t.throws(() => new Webhook(secret).verify(`${sent.body} `, headers));
    t.throws(() => new Webhook(newWebhookSecret()).verify(sent.body as string, headers));
    t.throws(() => new Webhook(secret).verify(sent.body as string, { ...headers, 'webhook-id': 'dlv_2' }));
  },
);

t.test('every kind of failure has a separate state', async (t) => {
  const statuses: [number, string, boolean][] = [
    [500, 'status', false],
    [302, 'redirect', false],
    [410, 'gone', true],
  ];
  for (const [status, fault, final] of statuses)
    t.strictSame((await post(status)).outcome, { state: 'failed', fault, status, final }, String(status));
  const faults: [EgressFault, string][] = [
    ['refused', 'refused'],
    ['timeout', 'timeout'],
    ['certificate', 'certificate'],
    ['unresolved', 'unresolved'],
    ['too_large', 'too_large'],
    ['connection', 'connection'],
  ];
  for (const [given, fault] of faults)
    t.strictSame((await post(new EgressError(given, 'x'))).outcome, { state: 'failed', fault, final: false }, given);
  await t.rejects(post(new EgressError('aborted', 'x')), 'the service ends: no fault of the receiver');
  await t.rejects(post(new TypeError('ours')), /ours/);
});

t.test('SPEC §14: retried with growing pauses for a day, then no more', async (t) => {
  const pauses: number[] = [];
  for (let tries = 1, now = 0; ; tries += 1) {
    const next = nextWebhookTry(tries, now);
    if (next === undefined) break;
    pauses.push(next - now);
    now = next;
  }
  t.strictSame(
    pauses,
    [...new Set(pauses)].sort((a, b) => a - b),
  );
  const all = pauses.reduce((sum, pause) => sum + pause, 0);
  t.ok(all > 22 * HOUR_MS && all <= 24 * HOUR_MS, String(all / HOUR_MS));
});

t.test('the status decides, whatever body comes with it, and the connection is closed', async (t) => {
  const closed: string[] = [];
  const site = await openSite(t, (request, response) => {
    request.resume();
    const path = request.url ?? '';
    request.socket.once('close', () => closed.push(path));
    request.on('end', () => {
      response.on('error', () => {});
      if (path === '/long') response.writeHead(200).end('x'.repeat(2_000_000));
      else if (path === '/endless') response.writeHead(202).write('x');
      else if (path === '/coded') response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
      else response.writeHead(500).write('x');
    });
  });
  const egress = openEgress(t, { allow: [`127.0.0.1:${site.port}`] });
  const outcomes: [string, object][] = [
    ['/long', { state: 'delivered', status: 200 }],
    ['/endless', { state: 'delivered', status: 202 }],
    ['/coded', { state: 'delivered', status: 200 }],
    ['/failing', { state: 'failed', fault: 'status', status: 500, final: false }],
  ];
  for (const [path, outcome] of outcomes) {
    const url = `http://127.0.0.1:${site.port}${path}`;
    const posted = await postWebhook(delivery(), {
      url,
      secret,
      baseUrl: 'https://x.example',
      egress,
      now: Date.now(),
    });
    t.strictSame(posted, outcome, path);
  }
  await until(() => closed.length === outcomes.length);
});

t.test('a target that the address guard refuses is a refusal, not a status of the receiver', async (t) => {
  const egress = openEgress(t);
  const url = 'http://receiver.example/hook';
  const posted = await postWebhook(delivery(), { url, secret, baseUrl: 'https://x.example', egress, now: Date.now() });
  t.match(posted, { state: 'failed', fault: 'refused' });
});
