/** A name that is still taken, and is to go. */
export interface Deprecation {
  kind: 'platform' | 'argument' | 'tool';
  /** As it was. */
  name: string;
  /** Of an argument: the tool that takes it. */
  tool?: string;
  /** As it is now. */
  replacement: string;
  /** Since when, `YYYY-MM-DD`. */
  since: string;
  /** The release that takes it no more; null: no such is planned. */
  removedIn: string | null;
  /** Why, in a few words for people. */
  why: { en: string; fr: string };
}

/**
 * Every deprecated name of the wire contract. What takes names reads it: the
 * present name is used in its place, and the answer says so, until the release
 * that `removedIn` names.
 */
export const DEPRECATIONS: readonly Deprecation[] = [
  {
    kind: 'platform',
    name: 'find_a_job',
    replacement: 'work_hub',
    since: '2026-06-30',
    removedIn: null,
    why: { en: 'the site was relaunched as Work Hub', fr: 'le site a été relancé sous le nom Work Hub' },
  },
];

/** Whether that release takes the name. Versions are MAJOR.MINOR.PATCH. */
export function isTaken({ removedIn }: Pick<Deprecation, 'removedIn'>, version: string): boolean {
  return removedIn === null || compareVersions(version, removedIn) < 0;
}

const WORDS = { platform: 'platform code', argument: 'argument', tool: 'tool' } as const;

/** What whoever uses a name is told that is taken no more. */
export function describeRemoval({ kind, name, replacement, removedIn }: Deprecation): string {
  return `The ${WORDS[kind]} "${name}" is taken no more since release ${removedIn}: use "${replacement}".`;
}

/** What whoever uses the name is told. */
export function describeDeprecation({ kind, name, tool, replacement, removedIn }: Deprecation): string {
  const what = tool === undefined ? WORDS[kind] : `${WORDS[kind]} of ${tool}`;
  const until = removedIn === null ? '' : ` It is taken until release ${removedIn}.`;
  return `The ${what} "${name}" is deprecated: use "${replacement}".${until}`;
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  for (let part = 0; part < 3; part += 1) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
