import type { Caller } from '../accounts/authenticate.ts';
import type { AccountRecord } from '../store/types.ts';
import { playgroundCaller } from './playground-caller.ts';
import type { DashboardServices } from './services.ts';

/** What a call of the playground works on: bundled samples, free of charge, or the sites themselves. */
export const PLAYGROUND_MODES = ['sample', 'live'] as const;
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number];

/** Samples until the account's first call: whoever looks around spends nothing. */
export async function usualMode({ store }: DashboardServices, account: AccountRecord): Promise<PlaygroundMode> {
  const { calls } = await store.usage.count({ accountId: account.id });
  return calls === 0 ? 'sample' : 'live';
}

/** On samples the account calls with its test key; live by its session. */
export async function callerOf(
  services: DashboardServices,
  account: AccountRecord,
  mode: PlaygroundMode,
): Promise<Caller> {
  const plan = services.accounts.planOf(account);
  if (mode === 'live') return playgroundCaller(account, plan);
  return { account, plan, key: await services.apiKeys.test(account.id) };
}

/** What the samples have an answer to, by tool. */
const SAMPLE_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scrape_jobs: { 'arg-query': 'software engineer' },
  get_reputation: { 'arg-company_names': 'Alderfinch Software' },
  scrape_url: { 'arg-urls': 'https://pages.example/article' },
};

/** What a tool's form is filled with at first: British platforms ticked, and something that the samples know. */
export function firstFields(
  tool: string,
  mode: PlaygroundMode,
  platforms: readonly { code: string; country: string }[],
): Record<string, string | string[]> {
  const british = platforms.filter(({ country }) => country === 'GB').map(({ code }) => code);
  return {
    ...(tool === 'scrape_jobs' ? { 'arg-platforms': british } : {}),
    ...(mode === 'sample' ? SAMPLE_FIELDS[tool] : {}),
  };
}
