import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { FairQueue, QueueFull } from '../lib/fair-queue.ts';
import type { QueueLoad } from '../lib/load.ts';
import { workerEntry } from '../lib/worker-entry.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { DeriveTask } from './password-task.ts';

/** scrypt at N=2^16: about a quarter of a second and 64 MB for each try. */
const COST = { N: 65_536, r: 8, p: 1 };
/** More would take memory and processors from calls. */
const AT_ONCE = 2;
/** The last of those who wait is through in about eight seconds. */
const WAITING = 64;
const WAITING_EACH = 16;
/** Beside those: for who has proved an account. */
const PROVED_AT_ONCE = 1;
const RETRY_SECONDS = 5;
/** Of one derivation in a thread that stands back: a busy machine may take long. */
const DERIVE_MS = 60_000;
const IDLE_MS = 30_000;

/** Derives a key in a thread of its own. */
export interface KeyDeriver {
  run(task: DeriveTask): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Who has a password worked on: a stranger by the network, or whoever has
 * proved an account or a mailbox, by that: a session, a known browser, a link.
 */
export type Asker = string | { proved: string };

/**
 * Hashes and checks passwords beside the calls: in threads of their own that
 * stand back, never in the pool that Node keeps for files. Those who must wait
 * take turns by `asker`, and strangers, however many, keep nobody waiting who
 * has proved something; beyond that all reject with a ServiceError
 * `rate_limited`.
 */
export class Passwords {
  readonly #deriver: KeyDeriver;
  readonly #strangers = createQueue(AT_ONCE);
  readonly #proved = createQueue(PROVED_AT_ONCE);

  constructor(deriver: KeyDeriver = createThreads()) {
    this.#deriver = deriver;
  }

  /** `scrypt$N$r$p$salt$hash`, base64url. */
  async hash(password: string, asker: Asker): Promise<string> {
    const salt = randomBytes(16);
    const hash = await this.#derive({ password, salt, ...COST }, asker);
    return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /** Whether `password` is the one that was hashed. Takes as long when `stored` is null. */
  async verify(password: string, stored: string | null, asker: Asker): Promise<boolean> {
    const [scheme, n, r, p, salt, hash] = (stored ?? '').split('$');
    if (scheme !== 'scrypt' || !salt || !hash) {
      await this.#derive({ password, salt: Buffer.alloc(16), ...COST }, asker);
      return false;
    }
    const expected = Buffer.from(hash, 'base64url');
    const parameters = { N: Number(n), r: Number(r), p: Number(p) };
    const actual = await this.#derive({ password, salt: Buffer.from(salt, 'base64url'), ...parameters }, asker);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** The same for the same text and salt, and as dear to guess as a password. */
  async fingerprint(text: string, saltHex: string, asker: Asker): Promise<string> {
    const salt = Buffer.from(saltHex, 'hex');
    return (await this.#derive({ password: text, salt, ...COST }, asker)).toString('base64url');
  }

  /** Of those who have proved nothing, and of those who have. */
  get load(): { strangers: QueueLoad; proved: QueueLoad } {
    return { strangers: this.#strangers.load, proved: this.#proved.load };
  }

  close(): Promise<void> {
    return this.#deriver.close();
  }

  async #derive(task: DeriveTask, asker: Asker): Promise<Buffer> {
    const release = await this.#place(asker);
    try {
      return Buffer.from((await this.#deriver.run(task)) as Uint8Array);
    } finally {
      release();
    }
  }

  async #place(asker: Asker): Promise<() => void> {
    try {
      return await (typeof asker === 'string' ? this.#strangers.acquire(asker) : this.#proved.acquire(asker.proved));
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

/** Long enough to withstand guessing, short enough not to be a burden to hash. */
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
