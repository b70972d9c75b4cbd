import type { Platform } from './platform.ts';

/** What the owners of these platforms ask of whoever uses their adverts, a line each. */
export function describeTerms(platforms: readonly Pick<Platform, 'code' | 'terms'>[]): string {
  if (platforms.length === 0) return '';
  const lines = platforms.map(({ code, terms }) => `  ${code}: ${terms}`);
  return `Terms of the platforms that are on. Check whether they allow your use:\n${lines.join('\n')}`;
}
