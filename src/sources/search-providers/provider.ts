import type { Answer, SourceRequest } from '../../reading/answer.ts';

/** One search, as sent to a provider. */
export interface ProviderQuery {
  /** Search words with quotes and `site:` operators; under 400 characters. */
  text: string;
  /** Country of the results, and their language. */
  country: 'GB' | 'FR';
}

/** Values of the operator's settings, by name of the environment. */
export type SearchSettings = Readonly<Record<string, string>>;

/** One result. Texts are plain: entities decoded, no markup. */
export interface SearchResult {
  url: string;
  title: string;
  text: string;
  /** Further snippets of the same page, each a separate text. */
  more?: readonly string[];
  /** 1 to 5, if the provider has a field for it. */
  rating?: number;
  reviewCount?: number;
}

/** The content of an answer. */
export interface SearchFindings {
  results: SearchResult[];
  /** Why a missing page may still exist; absent if the search was complete. */
  incomplete?: string;
}

/** How to continue after a provider's refusal. */
export interface FaultRemedy {
  /** The same search without operators may work. */
  withoutOperators?: boolean;
  /** How long further requests are useless. */
  cooldownMs?: number;
}

/** The provider answered, but could not search. Callers see the message. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault';
  /** `changed`: the answer has an unknown form. */
  readonly kind: 'blocked' | 'changed';
  readonly remedy: FaultRemedy;
  constructor(kind: SearchFault['kind'], message: string, remedy: FaultRemedy = {}) {
    super(message);
    this.kind = kind;
    this.remedy = remedy;
  }
}

/** A search engine or API: describes a request and reads the answer. */
export interface SearchProvider {
  /** As in SEARCH_PROVIDERS. */
  code: string;
  name: string;
  /** The setting that it requires. */
  needs?: string;
  /** Whether it is a web page: robots.txt is checked, and the page is parsed in a worker. */
  page: boolean;
  /** Minimum time between two requests. */
  minIntervalMs: number;
  request(query: ProviderQuery, settings: SearchSettings): SourceRequest;
  /** The refusal in an answer, whatever its status; undefined if it is not a refusal. */
  readRefusal?(answer: Answer): SearchFault | undefined;
  /** Reads an answer that is not a refusal. Throws SearchFault for an unknown form. */
  parse(answer: Answer): SearchFindings;
}

export function defineSearchProvider(provider: SearchProvider): SearchProvider {
  return provider;
}
