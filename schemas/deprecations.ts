/** A name that is still accepted but will be removed. */
export interface Deprecation {
  kind: 'platform' | 'argument' | 'tool';
  /** The deprecated name. */
  name: string;
  /** The tool that has the argument; undefined for other kinds. */
  tool?: string;
  /** The current name. */
  replacement: string;
  /** Deprecated since, `YYYY-MM-DD`. */
  since: string;
  /** The release that stops accepting the name; null if none is planned. */
  removedIn: string | null;
  /** The reason, in a few words. */
  why: { en: string; fr: string };
}

/** All deprecated names of the wire contract. An answer reports those that a call used. */
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

const WORDS = { platform: 'platform code', argument: 'argument', tool: 'tool' } as const;

/** The note that an answer carries about a deprecated name. */
export function describeDeprecation({ kind, name, tool, replacement, removedIn }: Deprecation): string {
  const what = tool === undefined ? WORDS[kind] : `${WORDS[kind]} of ${tool}`;
  const until = removedIn === null ? '' : ` It is accepted until release ${removedIn}.`;
  return `The ${what} "${name}" is deprecated: use "${replacement}".${until}`;
}
