import type { Platform, PlatformSearch } from './platform.ts';

/**
 * Returns one sentence for each API that is unused because only some of its settings are set, which the operator
 * probably did not intend. Platforms that share an API share a sentence.
 */
export function describeHalfSet(
  platforms: readonly Pick<Platform, 'code' | 'accessMethods'>[],
  settings: PlatformSearch['settings'],
): string[] {
  const codesByFault = new Map<string, string[]>();
  for (const { code, accessMethods } of platforms) {
    for (const { needs = [] } of accessMethods) {
      const missing = needs.filter((name) => !settings[name]);
      if (missing.length === 0 || missing.length === needs.length) continue;
      const set = needs.filter((name) => settings[name]);
      const instead = accessMethods.some((accessMethod) => (accessMethod.needs ?? []).length === 0)
        ? 'its public pages are read instead of its API'
        : 'it answers not_configured';
      const fault = `${set.join(' and ')} is set and ${missing.join(' and ')} is not: ${instead}.`;
      codesByFault.set(fault, [...(codesByFault.get(fault) ?? []), code]);
    }
  }
  return [...codesByFault].map(([fault, codes]) => `${codes.join(', ')}: ${fault}`);
}
