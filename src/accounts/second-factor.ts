import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { SecondFactor, Store } from '../store/types.ts';
import type { Precondition } from './accounts.ts';
import { hashToken } from './sessions.ts';

/** One period in each direction: phone clocks differ, and typing takes time. */
const TOLERANCE_SECONDS = 30;
/** How long an offered secret can be confirmed. */
const OFFER_MS = 30 * MINUTE_MS;
const CODES = 10;
/** Letters and digits that cannot be confused with each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;
const GROUP = 4;

/** One-time codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), with recovery codes. */
export class SecondFactors {
  readonly #store: Pick<Store, 'factors' | 'audit' | 'transaction'>;
  readonly #clock: Clock;
  readonly #issuer: string;

  /** `issuer` is the account's label in authenticator apps. */
  constructor(store: Pick<Store, 'factors' | 'audit' | 'transaction'>, clock: Clock, issuer = 'Job Data') {
    this.#store = store;
    this.#clock = clock;
    this.#issuer = issuer;
  }

  /** `offered`: a secret was shown but not yet confirmed by a code. */
  async state(accountId: string): Promise<'off' | 'offered' | 'on'> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor) return 'off';
    return factor.enabledAt === null ? 'offered' : 'on';
  }

  codesLeft(accountId: string): Promise<number> {
    return this.#store.factors.countCodes(accountId);
  }

  /** Creates a secret that only this session may see, for half an hour; false if one is in use already. */
  offer(accountId: string, sessionHash: string): Promise<boolean> {
    return this.#store.factors.offer(accountId, generateSecret(), sessionHash, this.#clock.now());
  }

  /** The offered secret, as text and as the URL for the QR code. */
  async offered(
    { id, email }: { id: string; email: string },
    sessionHash: string,
  ): Promise<{ secret: string; uri: string } | undefined> {
    const factor = await this.#findOffer(id, sessionHash);
    if (!factor) return undefined;
    return { secret: factor.secret, uri: generateURI({ issuer: this.#issuer, label: email, secret: factor.secret }) };
  }

  /**
   * Enables the offered secret after a correct code. Returns the recovery codes,
   * shown only now; undefined for a wrong code.
   */
  async enable(accountId: string, code: string, sessionHash: string): Promise<string[] | undefined> {
    const factor = await this.#findOffer(accountId, sessionHash);
    if (!factor) return undefined;
    const step = this.#stepOf(factor.secret, code);
    if (step === undefined) return undefined;
    const codes = createCodes();
    const { factors } = this.#store;
    const hashes = codes.map(hashCode);
    if (!(await factors.enable(accountId, factor.secret, this.#clock.now(), step, hashes))) return undefined;
    await this.#note(accountId, 'factor.on');
    return codes;
  }

  /**
   * Consumes a code of the app, or a recovery code, together with the change in
   * `use`: both succeed or neither. Rejects with AlreadyUsed for a wrong or used
   * code.
   */
  async prove(accountId: string, code: string, use: Precondition): Promise<void> {
    const proof = await this.prepareProof(accountId, code);
    await this.#store.transaction(() => Promise.all([proof(), use()]));
  }

  /** The step that consumes a code, to be run inside another change. */
  async prepareProof(accountId: string, code: string): Promise<Precondition> {
    const { factors } = this.#store;
    const factor = await factors.find(accountId);
    if (!factor || factor.enabledAt === null) throw new AlreadyUsed('code');
    const step = this.#stepOf(factor.secret, code);
    if (step !== undefined) return () => factors.useStep(accountId, step);
    return () => Promise.all([factors.takeCode(accountId, hashCode(code)), this.#note(accountId, 'factor.recovery')]);
  }

  /** Milliseconds since it was enabled; undefined while it is off. */
  async ageMs(accountId: string): Promise<number | undefined> {
    const factor = await this.#store.factors.find(accountId);
    return factor === undefined || factor.enabledAt === null ? undefined : this.#clock.now() - factor.enabledAt;
  }

  /** Whether a refused code is correct but was used before: a code of the app works once. */
  async isUsed(accountId: string, code: string): Promise<boolean> {
    const factor = await this.#store.factors.find(accountId);
    return factor !== undefined && factor.enabledAt !== null && this.#stepOf(factor.secret, code) !== undefined;
  }

  /** Replaces the remaining recovery codes, for a code. Rejects with AlreadyUsed for a wrong one. */
  async renewCodes(accountId: string, code: string): Promise<string[]> {
    const codes = createCodes();
    await this.prove(accountId, code, () =>
      Promise.all([
        this.#store.factors.replaceCodes(accountId, codes.map(hashCode)),
        this.#note(accountId, 'factor.codes'),
      ]),
    );
    return codes;
  }

  /** Disables the second factor, for a code. Rejects with AlreadyUsed for a wrong one. */
  async switchOff(accountId: string, code: string): Promise<void> {
    await this.prove(accountId, code, () =>
      Promise.all([this.#store.factors.remove(accountId), this.#note(accountId, 'factor.off')]),
    );
  }

  /** Disables it without a code, for the operator. False if it was off. */
  async remove(accountId: string): Promise<boolean> {
    const wasOn = (await this.state(accountId)) === 'on';
    const removed = await this.#store.factors.remove(accountId);
    if (wasOn) await this.#note(accountId, 'factor.off');
    return removed;
  }

  /**
   * Only the session that proved the password may see the secret: another open
   * session could copy it or use it first.
   */
  async #findOffer(accountId: string, sessionHash: string): Promise<SecondFactor | undefined> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor || factor.enabledAt !== null || factor.offeredTo !== sessionHash) return undefined;
    const age = this.#clock.now() - (factor.offeredAt ?? 0);
    return age >= 0 && age < OFFER_MS ? factor : undefined;
  }

  /** The time step of a correct code. */
  #stepOf(secret: string, code: string): number | undefined {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const epoch = Math.floor(this.#clock.now() / 1000);
    const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  }

  #note(accountId: string, action: string): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail: '', at: this.#clock.now() });
  }
}

/** Returns undefined for a wrong or used code, and rethrows any other error. */
export function nothingWhereSpent(error: unknown): undefined {
  if (error instanceof AlreadyUsed) return undefined;
  throw error;
}

function createCodes(): string[] {
  return Array.from({ length: CODES }, createCode);
}

/** 79 random bits in four groups; a fast hash is safe for them. */
function createCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      // Bytes above this would make some letters more likely than others.
      if (byte < 248 && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** Case, spaces and hyphens of the typed code are ignored. */
function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
