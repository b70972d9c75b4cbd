import type { Country } from '../../../schemas/index.ts';
import type { AccessMethod, ListingPage, PlatformSearch } from './platform.ts';
import type { Answer, SourceRequest } from '../../reading/answer.ts';
import { filterParameters, setAll } from './search-criteria.ts';
import { whereText } from './where.ts';

const LANGUAGES: Readonly<Record<Country, string>> = { GB: 'en-GB,en;q=0.9', FR: 'fr-FR,fr;q=0.9' };

export function pageRequest(url: URL | string, country: Country): SourceRequest {
  return { method: 'GET', url: String(url), browser: true, acceptLanguage: LANGUAGES[country] };
}

export interface ResultPage {
  country: Country;
  minIntervalMs: number;
  expectedFields: AccessMethod['expectedFields'];
  appliesSalary: boolean;
  criteriaParameters?: AccessMethod['criteriaParameters'];
  filters?: AccessMethod['filters'];
  address(search: PlatformSearch): URL;
  acceptedStatuses?: readonly number[];
  parse(answer: Answer, search: PlatformSearch): ListingPage;
  http2?: boolean;
  /** The place that `address` contains; by default the result of `whereText`. */
  sentPlace?: AccessMethod['sentPlace'];
  /** Headers that are sent in addition to the usual headers of a browser. */
  headers?: Readonly<Record<string, string>>;
}

export function pageAccess({
  country,
  minIntervalMs,
  expectedFields,
  appliesSalary,
  address,
  acceptedStatuses,
  parse,
  http2,
  headers,
  criteriaParameters,
  filters,
  sentPlace = whereText,
}: ResultPage): AccessMethod {
  return {
    kind: 'page',
    robots: true,
    minIntervalMs,
    expectedFields,
    appliesSalary,
    sentPlace,
    ...(criteriaParameters ? { criteriaParameters } : {}),
    ...(filters ? { filters } : {}),
    steps: [
      {
        name: 'search',
        request: (search) => {
          const url = address(search);
          setAll(url, { ...criteriaParameters?.(search), ...filterParameters(filters, search).parameters });
          return {
            ...pageRequest(url, country),
            ...(http2 === undefined ? {} : { http2 }),
            ...(headers ? { headers } : {}),
          };
        },
        ...(acceptedStatuses ? { acceptedStatuses } : {}),
        parse,
      },
    ],
  };
}
