export interface Deprecation {
  kind: 'platform' | 'argument' | 'tool';
  name: string;
  /** The tool that has the argument; only for kind `argument`. */
  tool?: string;
  replacement: string;
  since: string;
  /** The release that stops accepting the name; null if none is planned. */
  removedIn: string | null;
  why: { en: string; fr: string };
}

export const DEPRECATIONS: readonly Deprecation[] = [
  {
    kind: 'platform',
    name: 'find_a_job',
    replacement: 'work_hub',
    since: '2026-06-30',
    removedIn: null,
    why: { en: 'the site was relaunched as Work Hub', fr: 'le site s’appelle désormais Work Hub' },
  },
];

const WORDS = { platform: 'platform code', argument: 'argument', tool: 'tool' } as const;

export function describeDeprecation({ kind, name, tool, replacement, removedIn }: Deprecation): string {
  const what = tool === undefined ? WORDS[kind] : `${WORDS[kind]} of ${tool}`;
  const until = removedIn === null ? '' : ` It is accepted until release ${removedIn}.`;
  return `The ${what} "${name}" is deprecated: use "${replacement}".${until}`;
}
