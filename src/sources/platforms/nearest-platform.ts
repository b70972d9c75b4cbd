import { DEPRECATIONS } from '../../../schemas/deprecations.ts';
import { isSameName, nearestOf } from '../../lib/nearest.ts';
import type { Platform } from './platform.ts';

/** Names that people still use for a platform, although they were never its code. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { france_travail: ['Pôle emploi'] };

type Named = Pick<Platform, 'code' | 'name'>;

/**
 * Returns the platform that was probably meant by a wrong code such as "nhs", "reed.co.uk" or "hello_work"; undefined
 * if no name is similar. First looks in each group, in order, for the only platform that has this name in another
 * spelling or whose code begins with it. If no group has such a platform, looks in each group for a similar name.
 */
export function nearestPlatform<One extends Named>(
  typed: string,
  groups: readonly (readonly One[])[],
): One | undefined {
  for (const find of [samePlatform, similarPlatform])
    for (const group of groups) {
      const found = find(typed, group);
      if (found !== undefined) return found as One;
    }
  return undefined;
}

function samePlatform(typed: string, platforms: readonly Named[]): Named | undefined {
  const [first = ''] = typed.split('.');
  const same = platforms.filter((platform) =>
    namesOf(platform).some((name) => isSameName(typed, name) || isSameName(first, name)),
  );
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const begun = platforms.filter(({ code }) => code === first || code.startsWith(`${first}_`));
  return begun.length === 1 ? begun[0] : undefined;
}

function similarPlatform(typed: string, platforms: readonly Named[]): Named | undefined {
  for (const nameOf of [codeOf, siteOf, ({ name }: Named) => name]) {
    const near = nearestOf(typed, platforms.map(nameOf));
    const found = platforms.filter((platform) => nameOf(platform) === near);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

const codeOf = ({ code }: Named): string => code;

/** "linkedin" for "linkedin_fr". */
const siteOf = ({ code }: Named): string => code.replace(/_(?:gb|fr)$/, '');

function namesOf({ code, name }: Named): string[] {
  const former = DEPRECATIONS.filter(({ kind, replacement }) => kind === 'platform' && replacement === code);
  return [code, name, ...former.map((deprecation) => deprecation.name), ...(OTHER_NAMES[code] ?? [])];
}
