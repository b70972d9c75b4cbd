import type { Test } from 'tap';
import type { SavedSearchInput } from '../../src/saved-searches/read-input.ts';
import type { DeliveryContent } from '../../src/saved-searches/deliver/content.ts';
import type { SavedSearchStatus } from '../../src/saved-searches/search-status.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { openApi, type Api, type ApiOptions } from '../support/api.ts';
import { feed, NHS } from '../support/job-answers.ts';

export const HOOK = 'https://receiver.example/hook';

/** The app with running saved searches, a webhook receiver and a mailbox. */
export interface Watch extends Api {
  mails: Mail[];
  /** Titles of the adverts that the site lists now; undefined if it is away. */
  listed: { titles: string[] | undefined };
  /** Statuses that the receiver answers, repeating the last one; 200 by default. */
  receiver: { status: number };
  /** Bodies that the receiver accepted. */
  received: DeliveryBody[];
  input(more?: Partial<SavedSearchInput>): SavedSearchInput;
  create(more?: Partial<SavedSearchInput>): Promise<string>;
  /** Makes the runs that are due at that time, and sends their deliveries. */
  turn(advanceMs?: number): Promise<void>;
  status(id: string): Promise<SavedSearchStatus>;
  /** The entries of its feed, newest first. */
  delivered(id: string): Promise<DeliveryContent[]>;
  spent(): Promise<number>;
}

export interface DeliveryBody {
  id: string;
  type: string;
  data: { total_new: number; jobs: { title: string }[]; reason?: string };
}

export async function openWatch(t: Test, options: ApiOptions & { sendsMail?: boolean } = {}): Promise<Watch> {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const { sendsMail = true, ...rest } = options;
  const api = await openApi(t, {
    ...(sendsMail ? { mailer } : {}),
    ...rest,
    env: { JOBS_CACHE_SECONDS: '0', PUBLIC_URL: 'https://jobs.example.com', ...rest.env },
  });
  const { service, clock, internet, accountId } = api;
  const { searches, runner, sender } = service.savedSearches;
  const listed: Watch['listed'] = { titles: ['Nurse one', 'Nurse two'] };
  const receiver = { status: 200 };
  const received: DeliveryBody[] = [];
  internet.on(NHS, () =>
    listed.titles ? feed(listed.titles.map((title) => ({ title }))) : { status: 503, body: 'away' },
  );
  internet.on(HOOK, ({ body }) => {
    if (receiver.status === 200) received.push(JSON.parse(body ?? '') as DeliveryBody);
    return { status: receiver.status };
  });
  const input: Watch['input'] = (more = {}) => ({
    name: '',
    language: 'en',
    arguments: { query: 'nurse', platforms: ['nhs_jobs'] },
    frequency: 'daily',
    hour: 8,
    weekday: 1,
    zone: 'Europe/London',
    monthlyLimit: null,
    mail: false,
    webhookUrl: '',
    ...more,
  });
  return {
    ...api,
    mails,
    listed,
    receiver,
    received,
    input,
    create: async (more) => {
      const account = await service.accounts.require(accountId);
      return (await searches.create(account, input(more))).search.id;
    },
    turn: async (advanceMs = 0) => {
      clock.advance(advanceMs);
      await runner.round();
      await sender.round();
    },
    status: async (id) => {
      const account = await service.accounts.require(accountId);
      const found = (await searches.list(account)).find(({ search }) => search.id === id);
      if (!found) throw new Error(`no search ${id}`);
      return found;
    },
    delivered: async (id) =>
      (await service.store.savedSearches.deliveries(id, 100)).map(
        ({ content }) => JSON.parse(content) as DeliveryContent,
      ),
    spent: async () => {
      const { allowance, balance } = await service.accounts.require(accountId);
      return (allowance - balance) / 1_000;
    },
  };
}
