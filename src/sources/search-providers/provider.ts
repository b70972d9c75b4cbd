import type { Answer, SourceRequest } from '../../reading/answer.ts';

export interface ProviderQuery {
  /** Search words with quotes and `site:` operators; under 400 characters. */
  text: string;
  /** Decides the country and language of the results. */
  country: 'GB' | 'FR';
}

/** Values of the operator's settings, by the name of the environment variable. */
export type SearchSettings = Readonly<Record<string, string>>;

/** One result. Its texts contain no markup and no entities. */
export interface SearchResult {
  url: string;
  title: string;
  text: string;
  /** Further snippets of the same page, each read separately. */
  more?: readonly string[];
  /** 1 to 5; undefined if the provider states none. */
  rating?: number;
  reviewCount?: number;
}

export interface SearchFindings {
  results: SearchResult[];
  /** Why pages may be missing from the results; undefined if the search was complete. */
  incomplete?: string;
}

/** How to continue after a provider's refusal. */
export interface FaultRemedy {
  /** True if the same search without operators may work. */
  withoutOperators?: boolean;
  /** How long the provider would refuse further requests. */
  cooldownMs?: number;
}

/** The provider answered, but could not search. Callers see the message. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault';
  /** `changed`: the answer has an unknown format. */
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
  /** The name in SEARCH_PROVIDERS. */
  code: string;
  name: string;
  /** The setting that it requires; undefined if none. */
  needs?: string;
  /** True for a web page instead of an API: robots.txt is checked, and the answer may be a block page. */
  page: boolean;
  minIntervalMs: number;
  request(query: ProviderQuery, settings: SearchSettings): SourceRequest;
  /** The refusal in an answer, whatever its status; undefined if the answer is not a refusal. */
  readRefusal?(answer: Answer): SearchFault | undefined;
  /** Reads an answer that is not a refusal. Throws SearchFault for an unknown format. */
  parse(answer: Answer): SearchFindings;
}

export function defineSearchProvider(provider: SearchProvider): SearchProvider {
  return provider;
}
