import { brave } from './brave.ts';
import { duckduckgo } from './duckduckgo.ts';
import type { SearchProvider, SearchSettings } from './provider.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';

/** Every search provider, in the order in which configured ones are tried. */
export const SEARCH_PROVIDERS: readonly SearchProvider[] = [searxng, brave, serper, duckduckgo];

export function findSearchProvider(code: string): SearchProvider | undefined {
  return SEARCH_PROVIDERS.find((provider) => provider.code === code);
}

/** Which providers to ask, and whether the operator chose them. */
export interface ProviderChoice {
  providers: readonly SearchProvider[];
  /** Codes in SEARCH_PROVIDERS: the operator is responsible for obeying their robots.txt. */
  named: ReadonlySet<string>;
  /** No provider is configured, so the sites' own pages are tried as well. */
  keyless: boolean;
}

/** The operator's order, else those with settings, else DuckDuckGo (SPEC §11). Throws an Error with a sentence. */
export function chooseProviders(order: readonly string[], settings: SearchSettings): ProviderChoice {
  if (order.length > 0) {
    const providers = [...new Set(order.map((code) => code.toLowerCase()))].map((code) => {
      const provider = findSearchProvider(code);
      if (!provider) {
        throw new Error(
          `SEARCH_PROVIDERS names "${code}"; known are ${SEARCH_PROVIDERS.map((known) => known.code).join(', ')}.`,
        );
      }
      if (provider.needs && !settings[provider.needs]) {
        throw new Error(`SEARCH_PROVIDERS names ${code}, which needs ${provider.needs}.`);
      }
      return provider;
    });
    return { providers, named: new Set(providers.map(({ code }) => code)), keyless: false };
  }
  const configured = SEARCH_PROVIDERS.filter(({ needs }) => needs !== undefined && settings[needs]);
  if (configured.length > 0) return { providers: configured, named: new Set(), keyless: false };
  return { providers: [duckduckgo], named: new Set(), keyless: true };
}
