import { LogInLinks, LOG_IN_LINK_MINUTES } from '../accounts/log-in-links.ts';
import { ownerPlan, type Plan } from '../accounts/plans.ts';
import type { AccountRecord } from '../store/types.ts';
import {
  clientConfigurations,
  curlCommand,
  keyLines,
  powershellCurl,
  TEST_KEY_VARIABLE,
} from '../dashboard/client-config.ts';
import type { Service } from './service.ts';
import type { Shell } from './shell.ts';

/** Address of the account that the first start creates. No mail reaches this address. */
const OWNER_EMAIL = 'operator@localhost';

interface Owner {
  account: AccountRecord;
  plan: Plan;
  apiKey: string;
  testKey: string;
  link: string;
}

export interface FirstStartOptions extends Shell {
  baseUrl: string;
}

/**
 * Creates the owner's account and returns the text that shows its keys (SPEC §11), or undefined if there are accounts
 * already. Replicas must call this function under a lock.
 */
export async function startWithOwner(service: Service, options: FirstStartOptions): Promise<string | undefined> {
  const { accounts, apiKeys, store, clock } = service;
  if ((await accounts.list()).length > 0) return undefined;
  const plan = ownerPlan(accounts.plans);
  const account = await accounts.create({ email: OWNER_EMAIL, operator: true, plan: plan.name });
  const { apiKey } = await apiKeys.create(account.id);
  const { apiKey: testKey } = await apiKeys.test(account.id);
  const { url: link } = await new LogInLinks(store, clock).create(account.id, options.baseUrl);
  return describeFirstStart(service, { account, plan, apiKey, testKey, link }, options);
}

/** The text has at most 20 lines, including those printed after it, so that nothing scrolls out of view. */
function describeFirstStart(
  service: Service,
  { account, plan, apiKey, testKey, link }: Owner,
  { baseUrl, commandLine, hasJq }: FirstStartOptions,
): string {
  const { config } = service;
  const url = `${baseUrl}/mcp`;
  const isWindows = process.platform === 'win32';
  const [posix, powershell] = [0, 1];
  const shell = isWindows ? powershell : posix;
  const set = (key: string, variable?: string): string => keyLines(key, variable)[shell]?.code ?? '';
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'scrape_jobs', arguments: firstSearch(service, plan) },
  };
  const claude = clientConfigurations(url).find(({ id }) => id === 'claude-code');
  return `This first start created your account: ${account.email}, plan ${plan.name}, operator.
Log in with this link, once, within ${LOG_IN_LINK_MINUTES} minutes (for a new link: ${commandLine} account link):
  ${link}

Your API key, shown only now, and your test key (sample data, offline and free; the page API keys always shows it):
  ${set(apiKey)}
  ${set(testKey, TEST_KEY_VARIABLE)}

A call to try:
  ${(isWindows ? powershellCurl : curlCommand)(url, request, TEST_KEY_VARIABLE)}${hasJq ? ' | jq .result.structuredContent' : ''}

In Claude Code:
  ${(isWindows ? claude?.powershell : claude?.code) ?? ''}

Data: ${config.databaseUrl === null ? config.dataDir : 'the database in DATABASE_URL'}
`;
}

function firstSearch({ catalog }: Service, plan: Plan): { query: string; country: string; platforms: string[] } {
  const platforms = catalog.forPlan(plan);
  const country = platforms.some((platform) => platform.country === 'GB') ? 'GB' : 'FR';
  return {
    query: country === 'GB' ? 'software engineer' : 'comptable',
    country,
    platforms: platforms.filter((platform) => platform.country === country).map(({ code }) => code),
  };
}
