import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { createAppContext } from '../../src/app/app-context.ts';
import { createSearch } from '../../src/app/parts/search.ts';
import { createSourceHealth } from '../../src/app/parts/source-health.ts';
import { readConfig } from '../../src/config/config.ts';
import type { HealthAlert } from '../../src/health/doctor.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import type { SourceCheck } from '../../src/store/types.ts';
import { nhsFeed, openApi, type Api } from '../support/api.ts';
import { playGlassdoor, playIndeed, searxngOf } from '../support/fake-reputation.ts';
import { openPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';
import { onlyLong } from '../support/volume.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const HUB = 'https://www.jobs.service.gov.uk/jobs/search';
const HOOK = 'http://hooks.lan:9000/in';
const ENV = {
  PLATFORMS: 'nhs_jobs,work_hub',
  DOCTOR_INTERVAL: '15m',
  SEARCH_PROVIDERS: 'searxng',
  SEARXNG_URL: 'http://searx.example',
  ALERT_WEBHOOK_URL: HOOK,
  ALERT_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
  ALERT_MAIL: 'ops@example.org',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://jobs.example.org',
  METRICS_TOKEN: 'metrics-secret',
};

const fixture = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../sources/platforms/${path}`, import.meta.url)), 'utf8');
const page = (path: string) => ({ headers: { 'content-type': 'text/html' }, body: fixture(path) });

/** Another process on the same database: `doctor --watch`, say. */
async function openSecond(t: Test, api: Api, note: { checks: SourceCheck[]; alerts: HealthAlert[]; mailer: Mailer }) {
  const store = await openStore(api.at);
  const context = await createAppContext(readConfig({ ...ENV, DATA_DIR: t.testdirName }), { clock: api.clock, store });
  const search = createSearch(context, { egress: api.internet, parser: inlineParser });
  const health = createSourceHealth(context, {
    search,
    mailer: note.mailer,
    logger: api.service.logger,
    intervalMs: 15 * MINUTE_MS,
    parser: inlineReputationParser,
    onCheck: (check) => note.checks.push(check),
    onAlert: (alert) => note.alerts.push(alert),
  });
  return {
    health,
    close: async () => {
      await health.close();
      await search.close();
      await store.close();
    },
  };
}

t.test(
  '48 hours of the doctor: timeline, alerts, recovery; with two processes, a restart and a clock set back',
  { skip: onlyLong },
  async (t) => {
    const mails: { to: string; subject: string; text: string }[] = [];
    // Of both processes, whichever sends first.
    const mailer: Mailer = { send: async (mail) => void mails.push(mail) };
    const api = await openApi(t, {
      env: ENV,
      onDisk: true,
      mailer,
    });
    const { internet, clock, service } = api;
    const posts: any[] = [];
    let hookIsDown = false;
    internet
      .on('https://', { status: 403 })
      .on(NHS, { body: nhsFeed(10) })
      .on(HUB, page('work_hub/0.page.html'))
      .on(
        'http://searx.example/',
        searxngOf([
          { name: 'Tesco', indeed: [3.6, 15_000], glassdoor: [3.7, 9_000] },
          { name: 'Carrefour', indeed: [3.5, 5_000], glassdoor: [3.4, 4_000] },
        ]),
      )
      .on(HOOK, (request) => {
        if (hookIsDown) return { status: 500 };
        posts.push({ ...JSON.parse(request.body ?? ''), headers: request.headers });
        return {};
      });
    playIndeed(internet, ['Tesco', 'Carrefour']);
    playGlassdoor(internet, ['Tesco', 'Carrefour']);
    const operator = new Visitor(service.app, { accept: 'text/html' });
    await service.accounts.create({ email: 'op@example.com' });
    await service.accounts.setPassword('op@example.com', 'correct horse battery');
    await service.accounts.setOperator('op@example.com', true);
    await operator.logIn('op@example.com');

    const note = { checks: [] as SourceCheck[], alerts: [] as HealthAlert[], mailer };
    let second = await openSecond(t, api, note);
    t.teardown(() => second.close());
    const startedAt = clock.now();
    const { doctor, deliveries } = service.health;
    /** When a platform's site was requested, by the hour of the simulation. */
    const asked = (prefix: string): number => internet.requests.filter(({ url }) => url.startsWith(prefix)).length;
    /** Both processes work in turn, minute by minute, until that hour. */
    let minutes = 0;
    const until = async (hour: number): Promise<void> => {
      for (; minutes < hour * 60; minutes += 1) {
        await Promise.all([doctor?.runNextCheck(), second.health.doctor?.runNextCheck()]);
        await deliveries.round();
        await second.health.deliveries.round();
        clock.advance(MINUTE_MS);
      }
    };
    const alerts = async (): Promise<string[]> =>
      (await service.health.statusReport.alerts(100)).reverse().map(({ source, what }) => `${source} ${what.event}`);
    const status = async (): Promise<Record<string, string>> => {
      const json = (await service.app.inject({ url: '/status', headers: { accept: 'application/json' } })).json();
      return Object.fromEntries(json.sources.map((row: { code: string; status: string }) => [row.code, row.status]));
    };

    await until(6);
    t.strictSame(await alerts(), [], 'all is well');
    const perHour = asked(NHS) / 6;
    t.ok(perHour >= 7 && perHour <= 8, `two searches a quarter of an hour, by both processes together: ${perHour}`);
    t.ok(note.checks.length > 0, 'both took turns');
    t.strictSame(await status(), {
      nhs_jobs: 'operational',
      work_hub: 'operational',
      indeed: 'operational',
      glassdoor: 'operational',
      web_search: 'operational',
    });

    internet.on(NHS, { status: 403 });
    await until(6.25);
    internet.on(NHS, { body: nhsFeed(10) });
    await until(10);
    t.strictSame(await alerts(), [], 'one hiccup is none');

    hookIsDown = true;
    internet.on(NHS, { status: 403 });
    await until(11);
    t.strictSame(await alerts(), ['nhs_jobs blocked'], 'once, whoever found it');
    t.equal(mails.length + posts.length, 1, 'the mail is out, the webhook is down');
    hookIsDown = false;
    await until(14);
    t.strictSame(
      posts.map(({ type }) => type),
      ['source.blocked'],
      'tried again until it took it',
    );
    t.match(posts[0], {
      text: /^NHS Jobs blocks us: the site refused/,
      data: { source: 'nhs_jobs', url: 'https://jobs.example.org/operator/sources/nhs_jobs' },
      headers: { 'webhook-signature': /^v1,[A-Za-z0-9+/]{43}=$/ },
    });
    t.match(mails[0], { to: 'ops@example.org', subject: /NHS Jobs blocks us/, text: /bloque les requêtes du service/ });
    t.match(await status(), { nhs_jobs: 'down', work_hub: 'operational' });
    internet.on(NHS, { body: nhsFeed(10) });
    await until(16);
    t.strictSame(await alerts(), ['nhs_jobs blocked', 'nhs_jobs recovered']);
    t.match(await status(), { nhs_jobs: 'operational' });

    // One process ends during a check; the other one takes over its lease.
    const before = asked(NHS);
    internet.on(NHS, () => new Promise(() => {}));
    clock.advance(16 * MINUTE_MS);
    let hanging: Promise<unknown> | undefined;
    for (let turn = 0; turn < 5 && asked(NHS) === before; turn += 1) {
      let ended = false;
      hanging = second.health.doctor?.runNextCheck().finally(() => (ended = true));
      while (!ended && asked(NHS) === before) await new Promise((resolve) => setImmediate(resolve));
    }
    t.equal(asked(NHS), before + 1);
    await second.close();
    t.equal(await hanging, undefined, 'what it did not see it does not say');
    internet.on(NHS, { body: nhsFeed(10) });
    second = await openSecond(t, api, note);
    await until(20);
    const resumed = (await service.store.health.checks('nhs_jobs', startedAt, clock.now())).filter(
      ({ at }) => at > clock.now() - HOUR_MS,
    );
    t.ok(resumed.length >= 3 && resumed.every(({ outcome }) => outcome === 'ok'), 'it goes on');

    // A killed process releases nothing: its lease expires.
    await until(20.2);
    clock.advance(15 * MINUTE_MS);
    t.equal(
      await service.store.health.claim('work_hub', 'killed', clock.now(), {
        everyMs: 15 * MINUTE_MS,
        leaseMs: 5 * MINUTE_MS,
      }),
      true,
    );
    const asksOfHub = asked(HUB);
    minutes = 0;
    await until(4 / 60);
    t.equal(asked(HUB), asksOfHub, 'nobody takes a turn that is held');
    await until(0.5);
    t.ok(asked(HUB) > asksOfHub, 'and somebody does when it has ended');

    internet.on(HUB, page('work_hub/0.changed.html'));
    await until(5);
    internet.on(HUB, page('work_hub/0.page.html'));
    await until(9);
    t.strictSame((await alerts()).slice(2), ['work_hub changed', 'work_hub recovered']);

    internet.on(NHS, { body: nhsFeed(10, { salary: 'Depends on experience' }) });
    await until(12);
    t.strictSame((await alerts()).slice(4), ['nhs_jobs field_fell']);
    t.match(await status(), { nhs_jobs: 'degraded' });
    t.match((await operator.get('/operator/sources')).shown, /pay low \(was 100%\)/);
    internet.on(NHS, { body: nhsFeed(10) });
    await until(16);
    t.strictSame((await alerts()).slice(5), ['nhs_jobs field_recovered']);

    // The clock is set back by three hours.
    const checksBefore = asked(NHS);
    clock.advance(-3 * HOUR_MS);
    await until(17);
    t.ok(asked(NHS) >= checksBefore + 6, 'checks go on at once');
    t.ok(asked(NHS) <= checksBefore + 12, 'and no faster');
    internet.on(NHS, { status: 403 });
    await until(18);
    internet.on(NHS, { body: nhsFeed(10) });
    await until(30);
    t.strictSame((await alerts()).slice(6).sort(), ['nhs_jobs blocked', 'nhs_jobs recovered'], 'and so do alerts');
    const all = await service.health.statusReport.alerts(100);
    t.ok(
      all.every(({ deliveries: ways }) => ways.every(({ state }) => state === 'sent')),
      'every one of them has gone out',
    );
    t.equal(posts.length, all.length, 'once each');
    t.equal(new Set(posts.map(({ id }) => id)).size, posts.length);
    t.equal(mails.length, all.length);

    const { shown: overview, page: sources } = await operator.get('/operator/sources');
    t.match(
      sources.attributes('[role=img]', 'aria-label').join('\n'),
      /NHS Jobs, last 30 days: \d days? without a block or change, [12] with one, \d\d without a check/,
    );
    t.match(overview, /NHS Jobs blocks us: the site refused to answer \(HTTP 403\)\./);
    t.match(overview, /mail sent, webhook sent/);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const detail = await openPage(operator, `/operator/sources/nhs_jobs?day=${day}`);
    const days = detail.rows('table.days');
    t.ok(
      days.some(([, outcomes]) => /delivered · \d+ .*blocked us · [1-9]/.test(outcomes ?? '')),
      `outcomes by day, in words: ${JSON.stringify(days)}`,
    );
    t.ok(days.flat().includes('100%'), 'field rates');
    t.ok(detail.attributes('table.days a', 'href').includes(`/operator/sources/nhs_jobs?day=${day}#checks`));

    const metrics = await service.app.inject({ url: '/metrics', headers: { authorization: 'Bearer metrics-secret' } });
    t.match(metrics.payload, /jobdata_source_up\{source="nhs_jobs",kind="platform"\} 1/);
    t.match(metrics.payload, /jobdata_source_field_ratio\{source="nhs_jobs",field="pay"\} 1/);
    t.match(metrics.payload, /jobdata_source_alert_deliveries_total\{channel="webhook",outcome="retried"\} \d/);
    t.match(metrics.payload, /jobdata_source_checks_total\{source="work_hub",outcome="changed"\} \d/);
    t.ok(
      api.logs.some(
        ({ msg, level, component }) =>
          level === 40 && component === 'health' && String(msg).startsWith('NHS Jobs blocks us'),
      ),
      'a line of the log, under its component',
    );
    t.strictSame(
      (await service.store.usage.calls({ accountId: api.accountId }, 10)).length,
      0,
      'nobody is charged for it',
    );

    clock.advance(31 * DAY_MS);
    await service.purge();
    t.strictSame(await service.store.health.days(), [], 'thirty days are kept');
    t.strictSame(await service.store.health.checks('nhs_jobs', 0, clock.now()), []);
    t.strictSame(await service.store.health.alerts(10), []);
  },
);
