import type { ClientRequest } from 'node:http';
import { rootCertificates } from 'node:tls';
import { KIB } from '../lib/byte-units.ts';
import { isCompressedAgain, undoCompressions } from './content-codings.ts';
import { GrowingBytes } from '../lib/growing-bytes.ts';
import { refusalText } from './address-guard.ts';
import { EgressError, FAULT_TEXTS, type EgressAnswer, type EgressRequest } from './egress.ts';
import type { ProxySession } from './filter-proxy.ts';
import { MAXIMUM_HEADER_BYTES } from './strict-agent.ts';
import { NETWORK_FAULTS } from './network-fault.ts';
import { navigationHeaders, type Identity } from './identity.ts';
import type { SessionCookies } from './session-cookies.ts';

const USER_AGENT = 'jobdata-mcp/1.0';
const LANGUAGE = 'en-GB,en;q=0.9';
const METER_MS = 100;
const HEADER_ALLOWANCE_BYTES = 512 * KIB;

/** The library is loaded on first use, because it is slow to load. */
export const loadHttpClient = () => import('got-scraping');

export interface HopOptions {
  extraCertificate: string | null;
  identity: Identity | undefined;
  cookies: SessionCookies;
}

interface StreamResponse {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Sends one request through a session of the filter proxy, without following redirects. Rejects with an EgressError.
 * got-scraping is no longer maintained; this file or the proxy corrects its unsafe defaults. The library's TLS and
 * HTTP/2 handshake is that of an older browser, so sites can detect it.
 */
export async function fetchHop(
  request: EgressRequest,
  session: ProxySession,
  options: HopOptions,
): Promise<EgressAnswer> {
  const { gotScraping } = await loadHttpClient();
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
      // The library's own headers are random, include headers of bots, and offer an encoding that the library cannot
      // decode.
      useHeaderGenerator: false,
      http2: request.http2 ?? false,
      // By default, the library accepts any certificate and uses a lenient parser.
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
    // The library's own timer starts late and does not cover the proxy's DNS look-ups.
    const deadline = setTimeout(() => fail(new EgressError('timeout', FAULT_TEXTS.siteTimeout)), request.timeoutMs);
    // Received bytes are limited too, because much compressed data may decode to almost nothing.
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

    async function decodeAgain(encoding: string | undefined): Promise<void> {
      try {
        const decoded = await undoCompressions(body.view(), encoding, request.maximumBytes);
        if (!settled) body.replace(decoded);
      } catch (error) {
        if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
        throw new EgressError('connection', 'the answer is compressed in a way that cannot be decoded', error);
      }
    }

    if (request.signal?.aborted) return abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    stream.once('request', (sent: ClientRequest) => {
      // The library adds a length to a GET request, which is removed here. If the GET request has a body, its headers
      // have already been sent, so the length stays.
      if (sent.headersSent || request.method !== 'GET') return;
      for (const name of ['content-length', 'transfer-encoding']) sent.removeHeader(name);
    });
    stream.on('response', (value: StreamResponse) => {
      response = value;
      if (!request.headOnly || settled) return;
      // Without TLS, a refusal by the proxy arrives as if it were the site's answer.
      if (session.verdict(request.url)) return fail(undefined);
      const status = session.asksLogin(request.url) ? 407 : value.statusCode;
      done();
      resolve({ status, url: request.url, headers: flatten(value.headers), body: Buffer.alloc(0) });
      body.free();
      stream.destroy();
    });
    stream.on('data', (chunk: Buffer) => {
      if (!settled && !body.append(chunk)) fail(tooLarge());
    });
    stream.on('error', fail);
    stream.on('end', () => {
      if (settled) return;
      if (response) cookies.note(request.url, [response.headers['set-cookie'] ?? []].flat());
      if (!response) return fail(new EgressError('connection', 'the site closed the connection without an answer'));
      if (session.verdict(request.url)) return fail(undefined);
      const { statusCode } = response;
      const headers = flatten(response.headers);
      const deliver = (): void => {
        if (settled) return;
        done();
        resolve({
          status: session.asksLogin(request.url) ? 407 : statusCode,
          url: request.url,
          headers,
          body: request.onBody ? body.view() : copyOf(body),
        });
      };
      const encoding = headers['content-encoding'];
      if (isCompressedAgain(encoding)) void decodeAgain(encoding).then(deliver, fail);
      else deliver();
    });
    if (request.method === 'GET') stream.resume();
  });
}

/**
 * The garbage collector does not count the memory of a resizable buffer. Callers without `onBody`, which do not promise
 * to free the body, therefore get a copy in an ordinary buffer.
 */
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
  if (verdict === 'unresolved') return new EgressError('unresolved', NETWORK_FAULTS.unresolved.one);
  if (error instanceof EgressError) return error;
  const code = (error as { code?: string } | undefined)?.code ?? '';
  if (code === 'ETIMEDOUT' || code === 'ERR_GOT_REQUEST_TIMEOUT')
    return new EgressError('timeout', FAULT_TEXTS.siteTimeout, error);
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(code)) {
    return new EgressError('certificate', "the site's certificate is not valid", error);
  }
  return new EgressError('connection', NETWORK_FAULTS.connection.one, error);
}
