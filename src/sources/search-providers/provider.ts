import type { Answer, SourceRequest } from '../../reading/answer.ts';

export interface ProviderQuery {
  /** Search words, usually with quotes and `site:` operators, in under 400 characters. */
  text: string;
  country: 'GB' | 'FR';
}

/** The providers' settings by name of the environment variable ("BRAVE_API_KEY"). Unset ones are absent. */
export type SearchSettings = Readonly<Record<string, string>>;

/** Tags have been removed from the texts, and then entities decoded. */
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

export interface FaultRemedy {
  /** True if the same search may work without operators such as `site:`. */
  withoutOperators?: boolean;
  /** The provider refuses further requests for this long. */
  cooldownMs?: number;
}

/** Thrown if a provider refuses a search or answers in an unknown format (`changed`). Callers see the message. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault';
  readonly kind: 'blocked' | 'changed';
  readonly remedy: FaultRemedy;
  constructor(kind: SearchFault['kind'], message: string, remedy: FaultRemedy = {}) {
    super(message);
    this.kind = kind;
    this.remedy = remedy;
  }
}

export interface SearchProvider {
  /** The name in the SEARCH_PROVIDERS setting. */
  code: string;
  name: string;
  /** The setting that the provider requires; undefined if it requires none. */
  needs?: string;
  /**
   * True for a web page instead of an API. The answer may then be a block page, and robots.txt is checked unless the
   * operator's settings rule this out.
   */
  page: boolean;
  minIntervalMs: number;
  request(query: ProviderQuery, settings: SearchSettings): SourceRequest;
  /** Returns the refusal that an answer of any status contains; undefined if the answer is not a refusal. */
  readRefusal?(answer: Answer): SearchFault | undefined;
  /** Reads an answer that is not a refusal. Throws SearchFault for an unknown format. */
  parse(answer: Answer): SearchFindings;
}

export function defineSearchProvider(provider: SearchProvider): SearchProvider {
  return provider;
}
