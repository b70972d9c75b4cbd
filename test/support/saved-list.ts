import { parseAnswer, savedListTask, type PlatformParseOutcome } from '../../src/jobs/parser.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import type { ListingPage, Platform } from '../../src/sources/platforms/platform.ts';

export function readList(
  code: string,
  accessMethod: number,
  body: string,
  { search, ...answer }: Parameters<typeof savedListTask>[3] = {},
): PlatformParseOutcome {
  const platform = findPlatform(code) as Platform;
  return parseAnswer(savedListTask(platform, accessMethod, body, { search: { query: 'x', ...search }, ...answer }));
}

/** Throws unless the list is a page of listings. */
export function pageOf(...list: Parameters<typeof readList>): ListingPage {
  const outcome = readList(...list);
  if ('fault' in outcome) throw new Error(outcome.fault.message);
  return outcome.value as ListingPage;
}
