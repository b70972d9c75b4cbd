import type { ClientRequest } from 'node:http';
import { rootCertificates } from 'node:tls';
import { GrowingBytes } from '../lib/growing-bytes.ts';
import { refusalText } from './address-guard.ts';
import { EgressError, type EgressAnswer, type EgressRequest } from './egress.ts';
import { MAXIMUM_HEADER_BYTES, type ProxySession } from './filter-proxy.ts';
import { navigationHeaders, type Identity } from './identity.ts';
import type { VisitCookies } from './visit-cookies.ts';

/** How a service that is no browser introduces itself. */
const USER_AGENT = 'jobdata-mcp/1.0';
const LANGUAGE = 'en-GB,en;q=0.9';
const METER_MS = 100;
/** Status line, headers and TLS beside a body. */
const HEADER_ALLOWANCE_BYTES = 512 * 1024;

/** The engine, which takes as long to load as a third of the service: no start waits for it. */
export const loadEngine = () => import('got-scraping');

export interface HopOptions {
  /** PEM of an extra certificate authority. */
  extraCertificate: string | null;
  /** What a browser says of itself, for requests that are to look like one. */
  identity: Identity | undefined;
  /** Of the visit that the request belongs to; sent with what looks like a browser alone. */
  cookies: VisitCookies;
}

interface StreamResponse {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * One request and its answer, redirects not followed, through a session of the
 * filter proxy.
 *
 * The engine is got-scraping, the only file that knows it. Nobody keeps it well:
 * it accepts any certificate and a lenient parser unless told otherwise, draws
 * its headers by lot, offers encodings that it cannot undo, sends a length with
 * a GET, starts its timers late, and does not ask `dnsLookup` about literal
 * addresses. Each of these is set right here or by the proxy and held by tests:
 * the order and content of what is sent by a raw listener (wire.test.ts),
 * certificates by forged, expired and misnamed ones (certificates.test.ts),
 * sizes, compressions, floods of headers and timers by sites that misbehave
 * (egress.test.ts, attacks.test.ts), addresses by tables (ssrf.test.ts).
 *
 * A better-kept engine would give the TLS and HTTP/2 handshake of a browser as
 * it is this year (ciphers, extensions, settings: got-scraping's are of one from
 * years ago, and sites that compare handshakes can tell), zstd, and fixes in
 * time. No test here sees a handshake: what differs there is not covered.
 */
export async function fetchHop(
  request: EgressRequest,
  session: ProxySession,
  options: HopOptions,
): Promise<EgressAnswer> {
  const { gotScraping } = await loadEngine();
  const { identity, cookies } = options;
  const cookie = identity ? cookies.header(request.url) : undefined;
  return new Promise((resolve, reject) => {
    const stream = gotScraping.stream({
      url: request.url,
      method: request.method,
      headers: {
        ...(identity
          ? navigationHeaders(identity, request.acceptLanguage ?? LANGUAGE, request.url.startsWith('https:'))
          : {
              'user-agent': USER_AGENT,
              'accept-encoding': 'gzip, deflate, br',
              ...(request.acceptLanguage ? { 'accept-language': request.acceptLanguage } : {}),
            }),
        ...(cookie === undefined ? {} : { cookie }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      proxyUrl: session.proxyUrl,
      // Its own headers are drawn by lot, from bots too, and offer an encoding that it cannot undo.
      useHeaderGenerator: false,
      http2: request.http2 ?? false,
      // The library's own defaults accept any certificate and a lenient parser.
      https: {
        rejectUnauthorized: true,
        ...(options.extraCertificate ? { certificateAuthority: [...rootCertificates, options.extraCertificate] } : {}),
      },
      insecureHTTPParser: false,
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: request.timeoutMs },
    } as never);

    let response: StreamResponse | undefined;
    const body = new GrowingBytes(request.maximumBytes, request.onBody);
    const tooLarge = () => new EgressError('too_large', `the answer is larger than ${request.maximumBytes} bytes`);
    const abort = (): void => fail(new EgressError('aborted', 'the call was ended'));
    // The library's own timer starts late and knows nothing of the proxy's resolver.
    const deadline = setTimeout(
      () => fail(new EgressError('timeout', 'the site did not answer in time')),
      request.timeoutMs,
    );
    // Compressed data can be long and yet hold next to nothing.
    const meter = setInterval(() => {
      if (session.receivedBytes() > request.maximumBytes + HEADER_ALLOWANCE_BYTES) fail(tooLarge());
    }, METER_MS);
    let settled = false;
    const done = (): void => {
      settled = true;
      clearTimeout(deadline);
      clearInterval(meter);
      request.signal?.removeEventListener('abort', abort);
    };
    function fail(error: unknown): void {
      if (settled) return;
      done();
      stream.destroy();
      body.free();
      reject(toEgressError(error, request.url, session));
    }

    if (request.signal?.aborted) return abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    stream.once('request', (sent: ClientRequest) => {
      // With a body they have gone already.
      if (sent.headersSent || request.method !== 'GET') return;
      for (const name of ['content-length', 'transfer-encoding']) sent.removeHeader(name);
    });
    stream.on('response', (value: StreamResponse) => {
      response = value;
    });
    stream.on('data', (chunk: Buffer) => {
      if (!settled && !body.append(chunk)) fail(tooLarge());
    });
    stream.on('error', fail);
    stream.on('end', () => {
      if (settled) return;
      if (response) cookies.note(request.url, [response.headers['set-cookie'] ?? []].flat());
      if (!response) return fail(new EgressError('connection', 'the site closed the connection without an answer'));
      // On plain http our own refusal arrives as an answer.
      if (session.verdict(request.url)) return fail(undefined);
      done();
      resolve({
        status: response.statusCode,
        url: request.url,
        headers: flatten(response.headers),
        body: request.onBody ? body.view() : copyOf(body),
      });
    });
    if (request.method === 'GET') stream.resume();
  });
}

/** For those who leave what they have had to be collected: of memory of its own kind nobody would hear. */
function copyOf(body: GrowingBytes): Buffer {
  const copy = Buffer.from(body.view());
  body.free();
  return copy;
}

function flatten(headers: StreamResponse['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function toEgressError(error: unknown, url: string, session: ProxySession): EgressError {
  const verdict = session.verdict(url);
  if (verdict === 'refused') return new EgressError('refused', refusalText(session.refusal()));
  if (verdict === 'unresolved') return new EgressError('unresolved', 'the name of the site could not be resolved');
  if (error instanceof EgressError) return error;
  const code = (error as { code?: string } | undefined)?.code ?? '';
  if (code === 'ETIMEDOUT' || code === 'ERR_GOT_REQUEST_TIMEOUT')
    return new EgressError('timeout', 'the site did not answer in time', error);
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(code)) {
    return new EgressError('certificate', "the site's certificate is not valid", error);
  }
  return new EgressError('connection', 'the connection to the site failed', error);
}
