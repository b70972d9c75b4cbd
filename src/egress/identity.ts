import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findBrowser } from './browser/executable.ts';

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 5_000;

/** Chrome's major version of late 2026, used where no browser is installed. */
const USUAL_MAJOR = 156;

/**
 * Chrome's major version decides the order of the three brands (ORDERS) and how the made-up brand is spelled (MARKS).
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

/** The browser that the service claims to be, both over HTTP and in Chromium. */
export interface Identity {
  userAgent: string;
  /** As in `Sec-CH-UA`, in this order. */
  brands: readonly BrowserBrand[];
  platform: 'Linux';
}

/** The identity of Chrome on a Linux desktop, for a version such as "156.0.8078.79". */
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

/** The identity of this machine's browser, read once; that of USUAL_MAJOR if there is no browser. */
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
 * The headers that a browser sends when a person opens an address, in its order,
 * with the encodings that the HTTP library can decode. The library itself adds
 * `Host` and `Connection`.
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
    // Browsers send no client hints over plain http.
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
