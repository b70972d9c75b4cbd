import { readFileSync } from 'node:fs';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts';
import { FRANCE_TRAVAIL_KEYS } from '../support/test-search.ts';
import { HOOK, openWatch, type Watch } from './watch.ts';

const OFFERS = readFileSync(new URL('../sources/platforms/france_travail/0.offers.json', import.meta.url), 'utf8');

async function french(t: Parameters<typeof openWatch>[0], more: object = {}): Promise<[Watch, string]> {
  const watch = await openWatch(t, { env: { ...FRANCE_TRAVAIL_KEYS } });
  watch.internet.on('https://authentification-partenaire.francetravail.io/', () => ({
    body: JSON.stringify({ access_token: 'tok', expires_in: 1_499 }),
  }));
  watch.internet.on('https://api.francetravail.io/', () => ({ body: OFFERS }));
  const asked = { query: 'boulanger', country: 'FR', platforms: ['france_travail'] };
  const id = await watch.create({ arguments: asked, frequency: 'weekly', ...more });
  const { nextRunAt } = (await watch.status(id)).search;
  watch.clock.advance(nextRunAt - watch.clock.now());
  return [watch, id];
}

t.test('adverts of a platform whose terms allow one day are stored for one day, also in the feed', async (t) => {
  const [watch, id] = await french(t, { mail: true });
  await watch.turn();
  const [first] = await watch.delivered(id);
  const count = first?.jobs.length ?? 0;
  t.ok(count > 0);
  t.match(watch.mails[0]?.text, /- France Travail: delivered \d+ jobs? – Source : France Travail/, 'with its source');
  const purgeAfter = async (ms: number): Promise<void> => {
    watch.clock.advance(ms);
    await watch.service.purge();
  };
  await purgeAfter(23 * HOUR_MS);
  t.equal((await watch.delivered(id))[0]?.jobs.length, count);
  await purgeAfter(HOUR_MS - 1);
  t.match(await watch.delivered(id), [{ kind: 'first', jobs: [], expired: count }]);
  const { search } = await watch.status(id);
  const { links } = watch.service.savedSearches;
  const [token] = (await links.feedAddress(search, 'https://jobs.example.com')).split('/').slice(-1);
  const feed = await links.feed(id, token as string, 'https://jobs.example.com');
  t.match(await feed?.xml(), /no longer shown/);
  t.notMatch(await feed?.xml(), /francetravail\.fr\/offres/);
});

t.test('deliveries that are a day late leave those adverts out and say so', async (t) => {
  const [watch, id] = await french(t, { webhookUrl: HOOK });
  watch.receiver.status = 500;
  await watch.turn();
  watch.receiver.status = 200;
  watch.clock.advance(DAY_MS);
  await watch.service.purge();
  await watch.turn();
  t.match(watch.received, [{ type: 'saved_search.first', data: { jobs: [], expired: Number } }]);
  const { savedSearches } = watch.service.store;
  const { finishRun } = savedSearches;
  savedSearches.finishRun = () => Promise.reject(new Error('killed'));
  await savedSearches.change(id, { hasRun: false });
  await watch.turn(6 * DAY_MS);
  savedSearches.finishRun = finishRun;
  await watch.turn(2 * DAY_MS);
  t.equal(await watch.spent(), 4);
  const [late] = await watch.delivered(id);
  t.ok(late?.receiptId);
  t.strictSame(late?.jobs, []);
});
