import { brave } from './brave.ts';
import { duckduckgo } from './duckduckgo.ts';
import type { SearchProvider, SearchSettings } from './provider.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';

export const SEARCH_PROVIDERS: readonly SearchProvider[] = [searxng, brave, serper, duckduckgo];

export function findSearchProvider(code: string): SearchProvider | undefined {
  return SEARCH_PROVIDERS.find((provider) => provider.code === code);
}

export function searchSettings(
  config: Record<'searxngUrl' | 'braveApiKey' | 'serperApiKey', string | null>,
): Record<string, string> {
  return {
    ...(config.searxngUrl ? { SEARXNG_URL: config.searxngUrl } : {}),
    ...(config.braveApiKey ? { BRAVE_API_KEY: config.braveApiKey } : {}),
    ...(config.serperApiKey ? { SERPER_API_KEY: config.serperApiKey } : {}),
  };
}

export interface ProviderChoice {
  providers: readonly SearchProvider[];
  /**
   * Codes of the providers in the setting SEARCH_PROVIDERS. Their robots.txt is not checked, because an operator who
   * names a provider is responsible for that.
   */
  named: ReadonlySet<string>;
  /**
   * True if no provider is named or configured. Only in this case, light mode reads the review site's own pages when a
   * search fails.
   */
  keyless: boolean;
}

/**
 * Returns the providers in the operator's order. Without an order, returns those whose setting is set, or DuckDuckGo if
 * there are none (SPEC §11). Throws an Error that explains a wrong setting.
 */
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
