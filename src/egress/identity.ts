import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findBrowser } from './browser/executable.ts';

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 5_000;

const USUAL_MAJOR = 156;

/**
 * In Chrome's client hints, the major version decides the order of the three brands and the spelling of the made-up
 * brand.
 */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;
const MARKS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const MADE_UP_VERSIONS = ['8', '99', '24'] as const;

export interface BrowserBrand {
  brand: string;
  version: string;
}

/** The service claims to be this browser, both in Chromium and in requests with `EgressRequest.browser`. */
export interface Identity {
  userAgent: string;
  brands: readonly BrowserBrand[];
  platform: 'Linux';
}

/** `version` is the browser's version, such as "156.0.8078.79". If it is "", the major version is USUAL_MAJOR. */
export function identityOf(version: string): Identity {
  const major = Number(/(\d+)\./.exec(version)?.[1] ?? USUAL_MAJOR);
  const between = (shift: number): string => MARKS[(major + shift) % MARKS.length] as string;
  const [madeUp, chromium, chrome] = ORDERS[major % ORDERS.length] as (typeof ORDERS)[number];
  const brands: BrowserBrand[] = [];
  brands[madeUp] = {
    brand: `Not${between(0)}A${between(1)}Brand`,
    version: MADE_UP_VERSIONS[major % MADE_UP_VERSIONS.length] as string,
  };
  brands[chromium] = { brand: 'Chromium', version: String(major) };
  brands[chrome] = { brand: 'Google Chrome', version: String(major) };
  return {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    brands,
    platform: 'Linux',
  };
}

/**
 * Returns a function that reads the installed browser's version once. If there is no browser, or its version cannot be
 * read, the major version is USUAL_MAJOR.
 */
export function identitySource(chromiumPath: string | null): () => Promise<Identity> {
  let known: Promise<Identity> | undefined;
  const ask = async (): Promise<Identity> => {
    const { path } = await findBrowser(chromiumPath);
    if (path === undefined) return identityOf('');
    const { stdout } = await run(path, ['--version'], { timeout: VERSION_TIMEOUT_MS });
    return identityOf(/\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '');
  };
  return () => (known ??= ask().catch(() => identityOf('')));
}

/**
 * Returns the headers, in the browser's order, that a browser sends when a person opens an address. `sealed` is true
 * for https. Offers only the encodings that the HTTP library can decode.
 */
export function navigationHeaders({ userAgent, brands, platform }: Identity, acceptLanguage: string, sealed: boolean) {
  const hints = {
    'sec-ch-ua': brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', '),
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': `"${platform}"`,
  };
  const destination = {
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
  };
  return {
    // Browsers send no client hints without TLS.
    ...(sealed ? hints : {}),
    'upgrade-insecure-requests': '1',
    'user-agent': userAgent,
    accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    ...(sealed ? destination : {}),
    'accept-encoding': sealed ? 'gzip, deflate, br' : 'gzip, deflate',
    'accept-language': acceptLanguage,
  };
}
