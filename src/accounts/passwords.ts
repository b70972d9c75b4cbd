import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { MINUTE_MS } from '../lib/clock.ts';
import { FairQueue, QueueFull } from '../lib/fair-queue.ts';
import type { QueueLoad } from '../lib/load.ts';
import { workerEntry } from '../lib/worker-entry.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { DeriveTask } from './password-task.ts';

/** With N = 2^16, scrypt takes about a quarter of a second and 64 MB for each check. */
const COST = { N: 65_536, r: 8, p: 1 };
const AT_ONCE = 2;
/** Maximum number of waiting tasks in each of the two queues. The last stranger waits for about eight seconds. */
const WAITING = 64;
const WAITING_EACH = 16;
const PROVED_AT_ONCE = 1;
const RETRY_SECONDS = 5;
/** Time limit of one derivation. It is generous, because the threads have low priority and the machine may be busy. */
const DERIVE_MS = MINUTE_MS;
const IDLE_MS = 30_000;

export interface KeyDeriver {
  run(task: DeriveTask): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Who requests a password check: a stranger, identified by the network, or the holder of an account or mailbox that a
 * session, a known browser or a link has proved.
 */
export type Requester = string | { proved: string };

/**
 * Hashes and checks passwords in separate low-priority threads, because Node.js's own thread pool also reads and writes
 * files. Requesters take turns, and strangers never delay requesters who have proved an account or a mailbox. Rejects
 * with a ServiceError `rate_limited` if the queue is full.
 */
export class Passwords {
  readonly #deriver: KeyDeriver;
  readonly #strangers = createQueue(AT_ONCE);
  readonly #proved = createQueue(PROVED_AT_ONCE);

  constructor(deriver: KeyDeriver = createThreads()) {
    this.#deriver = deriver;
  }

  async hash(password: string, requester: Requester): Promise<string> {
    const salt = randomBytes(16);
    const hash = await this.#derive({ password, salt, ...COST }, requester);
    return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /** Takes equally long if `stored` is null, so that the duration does not reveal whether there is a password. */
  async verify(password: string, stored: string | null, requester: Requester): Promise<boolean> {
    const [scheme, n, r, p, salt, hash] = (stored ?? '').split('$');
    if (scheme !== 'scrypt' || !salt || !hash) {
      await this.#derive({ password, salt: Buffer.alloc(16), ...COST }, requester);
      return false;
    }
    const expected = Buffer.from(hash, 'base64url');
    const parameters = { N: Number(n), r: Number(r), p: Number(p) };
    const actual = await this.#derive({ password, salt: Buffer.from(salt, 'base64url'), ...parameters }, requester);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** Returns a fingerprint, which is equal for equal texts and salts, and as expensive to guess as a password. */
  async fingerprint(text: string, saltHex: string, requester: Requester): Promise<string> {
    const salt = Buffer.from(saltHex, 'hex');
    return (await this.#derive({ password: text, salt, ...COST }, requester)).toString('base64url');
  }

  get load(): { strangers: QueueLoad; proved: QueueLoad } {
    return { strangers: this.#strangers.load, proved: this.#proved.load };
  }

  close(): Promise<void> {
    return this.#deriver.close();
  }

  async #derive(task: DeriveTask, requester: Requester): Promise<Buffer> {
    const release = await this.#place(requester);
    try {
      return Buffer.from((await this.#deriver.run(task)) as Uint8Array);
    } finally {
      release();
    }
  }

  async #place(requester: Requester): Promise<() => void> {
    try {
      return await (typeof requester === 'string'
        ? this.#strangers.acquire(requester)
        : this.#proved.acquire(requester.proved));
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new ServiceError(
        'rate_limited',
        `Too many passwords are being checked. Try again in ${RETRY_SECONDS} seconds.`,
        { details: { retry_after_seconds: RETRY_SECONDS }, cause: error },
      );
    }
  }
}

export function isPassword(text: string): boolean {
  return text.length >= 10 && text.length <= 1000;
}

export function requirePassword(password: string): void {
  if (!isPassword(password)) {
    throw new ServiceError('validation', 'A password has at least 10 characters.');
  }
}

function createQueue(places: number): FairQueue {
  return new FairQueue({ places, placesEach: places, reserved: 0, waiting: WAITING, waitingEach: WAITING_EACH });
}

function createThreads(): KeyDeriver {
  return new WorkerPool({
    entry: workerEntry(import.meta.url, 'password-worker'),
    size: AT_ONCE + PROVED_AT_ONCE,
    timeoutMs: DERIVE_MS,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
}
