// Runs the built service in a process that a test may kill, with a fake clock, fake sites and a fake receiver. Each
// search finds three adverts of each of the last two days. The process can be killed when a site is asked ("asked"),
// when a run is charged but not stored ("finishing"), or when a delivery is received but not stored ("sent").
import { readConfig } from '../../dist/src/config/config.js';
import { createService } from '../../dist/src/app/service.js';
import { DAY_MS } from '../../dist/src/lib/clock.js';

const { now: startsAt } = JSON.parse(process.argv[2]);
let now = startsAt;
/** `after` counts down to the moment at which this process is killed. */
let kill = { moment: '', after: 0 };

function reach(moment) {
  if (moment !== kill.moment) return;
  kill.after -= 1;
  if (kill.after < 1) process.kill(process.pid, 'SIGKILL');
}

/** Resolves when the message is on its way, even if this process is killed right after that. */
const say = (message) => new Promise((resolve) => process.send(message, () => resolve()));

function advertsOf(query) {
  const today = Math.floor(now / DAY_MS);
  const adverts = [today - 1, today].flatMap((day) => [1, 2, 3].map((number) => `${query} ${day} ${number}`));
  const items = adverts.map((name, index) => {
    const letters = name.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);
    return `<vacancyDetails><id>${index}</id><title>${letters}</title><description>Care.</description><employer>Trust</employer><salary>£30,000 a year</salary><postDate>${new Date(now - DAY_MS).toISOString().slice(0, 19)}</postDate><url>https://beta.jobs.nhs.uk/candidate/jobadvert/${encodeURIComponent(name)}</url><locations><location>Leeds</location></locations></vacancyDetails>`;
  });
  return `<nhsJobs>${items.join('')}<totalPages>1</totalPages><totalResults>${items.length}</totalResults></nhsJobs>`;
}

const service = await createService(readConfig(process.env), {
  clock: { now: () => now },
  egress: {
    fetch: async ({ url, body, headers }) => {
      const answer = (text) => ({ status: 200, url, headers: {}, body: Buffer.from(text) });
      if (url.startsWith('https://receiver.example/')) {
        await say({ posted: { url, body, headers } });
        reach('sent');
        return answer('');
      }
      reach('asked');
      return answer(advertsOf(new URL(url).searchParams.get('keyword') ?? ''));
    },
    close: async () => {},
  },
});
const { store, accounts, savedSearches } = service;
const { finishRun } = store.savedSearches;
store.savedSearches.finishRun = (...words) => {
  reach('finishing');
  return finishRun(...words);
};

async function create({ accounts: count, each }) {
  const made = [];
  for (let index = 0; index < count; index += 1) {
    const account = await accounts.create({ email: `a${index}@example.com`, plan: 'power' });
    for (let number = 0; number < each; number += 1) {
      const frequency =
        index % 14 === 3 && number === 0 ? 'hourly' : number === 1 && index % 3 === 0 ? 'weekly' : 'daily';
      const { search, webhookSecret } = await savedSearches.searches.create(account, {
        name: '',
        language: 'en',
        arguments: { query: `cook${'abcdefgh'[number]}`, platforms: ['nhs_jobs'] },
        frequency,
        hour: (index + number) % 24,
        weekday: 3,
        zone: number % 2 === 0 ? 'Europe/London' : 'America/New_York',
        monthlyLimit: null,
        mail: false,
        webhookUrl: 'https://receiver.example/hook',
      });
      made.push({
        id: search.id,
        accountId: account.id,
        frequency,
        nextRunAt: search.nextRunAt,
        secret: webhookSecret,
      });
    }
  }
  return made;
}

process.on('disconnect', () => process.exit(0));
process.on('message', async (message) => {
  try {
    now = message.now ?? now;
    kill = message.kill ?? kill;
    if (message.create) return say({ created: await create(message.create) });
    if (message.load) return say({ load: await store.savedSearches.load(now) });
    // As in the service, a failed sweep does not end the round.
    await store.ledger.releaseOrphans(now).catch(() => {});
    await savedSearches.runner.round();
    await savedSearches.sender.round();
    return say({ done: true });
  } catch (error) {
    return say({ fault: String(error) });
  }
});
await say({ ready: true });
