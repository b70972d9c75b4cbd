import type { Answer, SourceRequest } from '../../reading/answer.ts';

/** One search as a provider is asked for it. */
export interface ProviderQuery {
  /** Search words with quotes and `site:` operators; under 400 characters. */
  text: string;
  /** Whose results and language are wanted. */
  country: 'GB' | 'FR';
}

/** Values of the operator's settings, by name of the environment. */
export type SearchSettings = Readonly<Record<string, string>>;

/** One result. Texts are plain: entities decoded, no markup. */
export interface SearchResult {
  url: string;
  title: string;
  text: string;
  /** Further snippets of the same page, each a text by itself. */
  more?: readonly string[];
  /** 1 to 5, where the provider states a figure in a field of its own. */
  rating?: number;
  reviewCount?: number;
}

/** What an answer says. */
export interface SearchFindings {
  results: SearchResult[];
  /** Why that something is missing here does not mean that it is nowhere; absent where it does. */
  incomplete?: string;
}

/** What can be made of a provider's refusal beside its reason. */
export interface FaultRemedy {
  /** The same search without operators may be answered. */
  withoutOperators?: boolean;
  /** How long asking again is of no use. */
  cooldownMs?: number;
}

/** The provider answered, but not the search: it could not look. The message is shown to callers. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault';
  /** `changed`: its answer is not one of those that it is known to give. */
  readonly kind: 'blocked' | 'changed';
  readonly remedy: FaultRemedy;
  constructor(kind: SearchFault['kind'], message: string, remedy: FaultRemedy = {}) {
    super(message);
    this.kind = kind;
    this.remedy = remedy;
  }
}

/** A search engine or its API: describes a request and reads the answer. */
export interface SearchProvider {
  /** As in SEARCH_PROVIDERS. */
  code: string;
  name: string;
  /** Setting without which it cannot be asked. */
  needs?: string;
  /** A page made for people: robots.txt is asked, and the page read in a worker. */
  page: boolean;
  /** Least time between two requests. */
  minIntervalMs: number;
  request(query: ProviderQuery, settings: SearchSettings): SourceRequest;
  /** What an answer says that is a refusal, whatever its status; undefined for one that is none. */
  readRefusal?(answer: Answer): SearchFault | undefined;
  /** Reads an answer that is no refusal. Throws SearchFault where it is none of the known ones. */
  parse(answer: Answer): SearchFindings;
}

export function defineSearchProvider(provider: SearchProvider): SearchProvider {
  return provider;
}
