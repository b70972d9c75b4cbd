import type { AppContext } from '../app/app-context.ts';
import { createServiceEgress } from '../app/parts/create-egress.ts';
import { probePlatform } from '../jobs/probe-platform.ts';
import { createSearch } from '../app/parts/search.ts';
import type { GuardedEgress } from '../egress/create-egress.ts';
import type { EgressAnswer } from '../egress/egress.ts';
import { UsageError } from '../errors.ts';
import { MIB } from '../lib/byte-units.ts';
import { decodeBody } from '../lib/charset.ts';
import { enablePlatforms } from '../sources/platforms/index.ts';
import type { Platform } from '../sources/platforms/platform.ts';
import { configOf, withAppContext, type CommandArguments } from './command.ts';

const MAXIMUM_BYTES = 8 * MIB;
const TIMEOUT_MS = 30_000;

/**
 * Fetches a page of the platform with the host throttle and robots.txt, as a search does. Throws UsageError if the host
 * is not one of the platform's.
 */
export async function fetchPage(args: CommandArguments, platform: Platform, url: string): Promise<string> {
  const { host } = new URL(url);
  const isOwn = platform.hosts.some((own) => (own.startsWith('*.') ? host.endsWith(own.slice(1)) : host === own));
  if (!isOwn) throw new UsageError(`${host} is no host of ${platform.code}: ${platform.hosts.join(', ')}.`);
  const config = await configOf(args);
  const isNamed = enablePlatforms(config.platforms).named.has(platform.code);
  return withAppContext(args, async (context) => {
    const egress = egressOf(context, args);
    try {
      const answer = await egress.fetch({
        method: 'GET',
        url,
        browser: true,
        acceptLanguage: platform.country === 'FR' ? 'fr-FR,fr;q=0.9' : 'en-GB,en;q=0.9',
        timeoutMs: TIMEOUT_MS,
        maximumBytes: MAXIMUM_BYTES,
        minIntervalMs: platform.accessMethods.at(-1)?.minIntervalMs ?? 1_000,
        respectRobots: config.robotsTxt !== 'off' && !isNamed,
      });
      return textOf(answer);
    } finally {
      await egress.close();
    }
  });
}

/** Runs a real search and returns its last answer, for sources that need a POST request or a key. */
export function fetchSearch(args: CommandArguments, platform: Platform, query: string): Promise<string> {
  return withAppContext(args, async (context) => {
    const egress = egressOf(context, args);
    let last: EgressAnswer | undefined;
    const listening: GuardedEgress = {
      fetch: async (request) => (last = await egress.fetch(request)),
      close: () => egress.close(),
    };
    const search = createSearch(context, { ...args.terminal.overrides, egress: listening });
    try {
      const { reason } = await probePlatform(search, platform, context.clock, { query });
      if (!last) throw new Error(`${platform.name} gave no answer: ${reason ?? 'nothing was asked'}.`);
      return textOf(last);
    } finally {
      await search.close();
    }
  });
}

function egressOf(context: AppContext, { terminal }: CommandArguments): GuardedEgress {
  return terminal.overrides?.egress ?? createServiceEgress(context, terminal.overrides);
}

function textOf({ body, headers }: EgressAnswer): string {
  return decodeBody(body, headers['content-type'] ?? '');
}
