import type { Core } from '../app/core.ts';
import { createDoor } from '../app/door.ts';
import { askPlatform } from '../app/ask-platform.ts';
import { createSearch } from '../app/search.ts';
import type { EgressDoor } from '../egress/create-egress.ts';
import type { EgressAnswer } from '../egress/egress.ts';
import { UsageError } from '../errors.ts';
import { decodeBody } from '../lib/charset.ts';
import { enablePlatforms } from '../platforms/index.ts';
import type { Platform } from '../platforms/platform.ts';
import { configOf, withCore, type Given } from './command.ts';

const MAXIMUM_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** A page as its site answers now: asked for as callers' searches are, at its pace and by its robots.txt. */
export function fetchPage(given: Given, platform: Platform, url: string): Promise<string> {
  const { host } = new URL(url);
  const isOwn = platform.hosts.some((own) => (own.startsWith('*.') ? host.endsWith(own.slice(1)) : host === own));
  if (!isOwn) throw new UsageError(`${host} is no host of ${platform.code}: ${platform.hosts.join(', ')}.`);
  const config = configOf(given);
  const isNamed = enablePlatforms(config.platforms).named.has(platform.code);
  return withCore(given, async (core) => {
    const door = doorOf(core, given);
    try {
      const answer = await door.fetch({
        method: 'GET',
        url,
        browser: true,
        acceptLanguage: platform.country === 'FR' ? 'fr-FR,fr;q=0.9' : 'en-GB,en;q=0.9',
        timeoutMs: TIMEOUT_MS,
        maximumBytes: MAXIMUM_BYTES,
        paceMs: platform.doors.at(-1)?.paceMs ?? 1_000,
        respectRobots: config.robotsTxt !== 'off' && !isNamed,
      });
      return textOf(answer);
    } finally {
      await door.close();
    }
  });
}

/** The last answer of a real search: the way to what is posted for, or needs a key. */
export function fetchSearch(given: Given, platform: Platform, query: string): Promise<string> {
  return withCore(given, async (core) => {
    const door = doorOf(core, given);
    let last: EgressAnswer | undefined;
    const listening: EgressDoor = {
      fetch: async (request) => (last = await door.fetch(request)),
      close: () => door.close(),
    };
    const search = createSearch(core, { ...given.terminal.overrides, egress: listening });
    try {
      const { reason } = await askPlatform(search, platform, core.clock, { query });
      if (!last) throw new Error(`${platform.name} gave no answer: ${reason ?? 'nothing was asked'}.`);
      return textOf(last);
    } finally {
      await search.close();
    }
  });
}

function doorOf(core: Core, { terminal }: Given): EgressDoor {
  return terminal.overrides?.egress ?? createDoor(core, terminal.overrides);
}

function textOf({ body, headers }: EgressAnswer): string {
  return decodeBody(body, headers['content-type'] ?? '');
}
