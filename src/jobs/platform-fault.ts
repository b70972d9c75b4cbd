import type { PlatformStatus } from '../../schemas/index.ts';
import { EgressError, type EgressAnswer } from '../egress/egress.ts';
import { DAY_SECONDS, isoTime } from '../lib/clock.ts';
import type { AccessMethod } from '../sources/platforms/platform.ts';
import type { AdapterFaultKind, Answer } from '../reading/answer.ts';
import { meaningOf } from '../reading/http-status.ts';
import { detectBlockPage, BLOCK_PAGE_REASONS, type BlockPage } from '../reading/block-page.ts';

const NEVER_OPENS: ReadonlySet<PlatformStatus> = new Set(['rate_limited', 'busy', 'not_configured', 'changed']);

export class PlatformFault extends Error {
  override readonly name = 'PlatformFault';
  readonly status: Exclude<PlatformStatus, 'ok' | 'empty'>;
  readonly retryAfterSeconds: number | undefined;
  /**
   * False if a pause would not help (a budget, robots.txt, an unsupported search), or if one caller's unusual searches
   * can cause the fault, because an open circuit affects all callers.
   */
  readonly opensCircuit: boolean;
  /** True if this one fault opens the circuit, because the site asked to slow down without saying for how long. */
  readonly opensAtOnce: boolean;
  constructor(
    status: PlatformFault['status'],
    reason: string,
    options: { retryAfterSeconds?: number | undefined; opensCircuit?: boolean; opensAtOnce?: boolean } = {},
  ) {
    super(reason);
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.opensAtOnce = options.opensAtOnce ?? false;
    this.opensCircuit = this.opensAtOnce || (options.opensCircuit ?? !NEVER_OPENS.has(status));
  }
}

export function blockPageFault(blockPage: BlockPage): PlatformFault {
  return new PlatformFault('blocked', BLOCK_PAGE_REASONS[blockPage]);
}

/** A refused search or an internal fault does not open the circuit, because neither shows that the site fails. */
export function adapterFault({
  kind,
  message,
}: {
  kind: AdapterFaultKind | 'internal';
  message: string;
}): PlatformFault {
  return kind === 'refused_search' || kind === 'internal'
    ? new PlatformFault('error', message, { opensCircuit: false })
    : new PlatformFault(kind, message);
}

export function egressFault(error: unknown): unknown {
  if (!(error instanceof EgressError)) return error;
  if (error.fault === 'robots') return new PlatformFault('blocked', 'robots', { opensCircuit: false });
  if (error.fault === 'queued') return queueFull(error.retryAfterMs);
  if (error.fault === 'timeout' || error.fault === 'aborted') return new PlatformFault('timeout', error.message);
  return new PlatformFault('error', error.message);
}

/** The site is not at fault: the queue for its host is full, or too long for this caller. */
export function queueFull(retryAfterMs = 1_000): PlatformFault {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const reason = `too many requests are already waiting for this site; try again in ${retryAfterSeconds} seconds`;
  return new PlatformFault('busy', reason, { retryAfterSeconds });
}

export function tooMany(seconds: number | undefined): PlatformFault {
  return new PlatformFault(
    'rate_limited',
    `the site asks to slow down${seconds ? `; try again in ${seconds} seconds` : ''}`,
    { retryAfterSeconds: seconds, opensAtOnce: seconds === undefined },
  );
}

export function overBudget(freeAt: number, now: number): PlatformFault {
  return new PlatformFault('rate_limited', `the budget of this API is used up until ${isoTime(freeAt)}`, {
    retryAfterSeconds: Math.ceil((freeAt - now) / 1_000),
  });
}

export function statusFault(
  raw: EgressAnswer,
  accessMethod: Pick<AccessMethod, 'kind'>,
  answer: Answer,
  now: number,
): PlatformFault {
  const { status } = raw;
  const meaning = meaningOf(status);
  if (meaning === 'slow-down') return tooMany(retryAfterSeconds(raw.headers['retry-after'], now));
  if (accessMethod.kind === 'api' && (status === 401 || status === 403))
    return new PlatformFault('error', "the API refused the operator's key");
  if (meaning === 'refusal') return new PlatformFault('blocked', `the site refused to answer (HTTP ${status})`);
  const blockPage = meaning === 'out-of-order' ? detectBlockPage(answer) : undefined;
  if (blockPage) return blockPageFault(blockPage);
  if (meaning === 'out-of-order') return new PlatformFault('error', `the site is down (HTTP ${status})`);
  return new PlatformFault('changed', `the site answered HTTP ${status} to a search that it used to answer`);
}

/**
 * Returns how long a Retry-After header (a number of seconds or a date) asks to wait, at most a day; undefined if the
 * header is neither or not in the future.
 */
function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), DAY_SECONDS) : undefined;
}
