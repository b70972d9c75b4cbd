import { parseMetrics, type MetricsPage } from './parse-metrics.ts';

const TIMEOUT_MS = 5_000;
const MAXIMUM_BYTES = 8 * 1024 * 1024;

/** Reads /metrics of a service; rejects with an Error whose message says why there is nothing to read. */
export async function readMetrics(url: URL, token: string | null): Promise<MetricsPage> {
  const response = await fetch(url, {
    // The token goes to the address that it was given for, and to no other.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }).catch((error: unknown) => {
    throw new Error(reasonOf(error), { cause: error });
  });
  if (!response.ok) {
    await response.body?.cancel();
    const why =
      response.status === 404
        ? token === null
          ? 'it shows /metrics to programs on its own machine, or with METRICS_TOKEN'
          : 'there is no /metrics, or METRICS_TOKEN is another'
        : 'is it the address of a service?';
    throw new Error(`HTTP ${response.status}: ${why}`);
  }
  const page = parseMetrics(await readText(response));
  if (!page.has('jobdata_build_info')) throw new Error('what answers there is no jobdata service');
  return page;
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      if (bytes > MAXIMUM_BYTES) throw new Error('its answer has no end');
      pieces.push(piece);
    }
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** What hides behind "fetch failed". */
function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message);
}
