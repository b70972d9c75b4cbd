/** A name that is still accepted, and will be removed. */
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
  /** The release that will no longer accept it, in which its row goes; null: none is planned. */
  removedIn: string | null;
  /** Why, in a few words for people. */
  why: { en: string; fr: string };
}

/**
 * Every deprecated name of the wire contract: an alias of the present one, whose
 * use the answer reports. The release that removes a name removes its row.
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

const WORDS = { platform: 'platform code', argument: 'argument', tool: 'tool' } as const;

/** What whoever uses the name is told. */
export function describeDeprecation({ kind, name, tool, replacement, removedIn }: Deprecation): string {
  const what = tool === undefined ? WORDS[kind] : `${WORDS[kind]} of ${tool}`;
  const until = removedIn === null ? '' : ` It is accepted until release ${removedIn}.`;
  return `The ${what} "${name}" is deprecated: use "${replacement}".${until}`;
}
