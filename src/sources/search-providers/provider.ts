import type { Answer, SourceRequest } from '../../reading/answer.ts';

export interface ProviderQuery {
  /** Search words, usually with quotes and `site:` operators, in under 400 characters. */
  text: string;
  country: 'GB' | 'FR';
}

/** The keys are names of environment variables. */
export type SearchSettings = Readonly<Record<string, string>>;

/** The texts contain no markup and no entities. */
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
  /** True if the same search may work without operators. */
  withoutOperators?: boolean;
  /** The provider refuses further requests for this long. */
  cooldownMs?: number;
}

/** The provider answered but could not search. Callers see the message. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault';
  /** `changed` means that the answer has an unknown format. */
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
  /** True for a web page instead of an API. Robots.txt is then checked, and the answer may be a block page. */
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
