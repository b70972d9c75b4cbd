import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { SecondFactor, Store } from '../store/types.ts';
import type { Precondition } from './accounts.ts';
import { hashToken } from './sessions.ts';

/** One time step in each direction, because phone clocks differ and typing takes time. */
const TOLERANCE_SECONDS = 30;
/** How long an offered secret can be confirmed. */
const OFFER_MS = 30 * MINUTE_MS;
const CODES = 10;
/** Letters and digits that people do not confuse with each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;
const GROUP = 4;

/** One-time codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), and recovery codes. */
export class SecondFactors {
  readonly #store: Pick<Store, 'factors' | 'audit' | 'transaction'>;
  readonly #clock: Clock;
  readonly #issuer: string;

  /** `issuer`: the name of the service in authenticator apps. */
  constructor(store: Pick<Store, 'factors' | 'audit' | 'transaction'>, clock: Clock, issuer = 'Job Data') {
    this.#store = store;
    this.#clock = clock;
    this.#issuer = issuer;
  }

  /** `offered`: a secret was shown, but no code has confirmed it yet. */
  async state(accountId: string): Promise<'off' | 'offered' | 'on'> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor) return 'off';
    return factor.enabledAt === null ? 'offered' : 'on';
  }

  codesLeft(accountId: string): Promise<number> {
    return this.#store.factors.countCodes(accountId);
  }

  /**
   * Creates a secret that this session can see and confirm for half an hour. False if the account has a confirmed
   * secret.
   */
  offer(accountId: string, sessionHash: string): Promise<boolean> {
    return this.#store.factors.offer(accountId, generateSecret(), sessionHash, this.#clock.now());
  }

  /** The offered secret, as text and as the URL for a QR code. Undefined if this session has no valid offer. */
  async findOffer(
    { id, email }: { id: string; email: string },
    sessionHash: string,
  ): Promise<{ secret: string; uri: string } | undefined> {
    const factor = await this.#findOffer(id, sessionHash);
    if (!factor) return undefined;
    return { secret: factor.secret, uri: generateURI({ issuer: this.#issuer, label: email, secret: factor.secret }) };
  }

  /**
   * Confirms the offered secret by a code. Returns the recovery codes, which are shown only this once; undefined if the
   * code is wrong or the offer is no longer valid.
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
   * Uses up a code of the app or a recovery code together with the change `use`: both succeed or neither. Rejects with
   * AlreadyUsed if the code is wrong or used.
   */
  async prove(accountId: string, code: string, use: Precondition): Promise<void> {
    const proof = await this.prepareProof(accountId, code);
    await this.#store.transaction(() => Promise.all([proof(), use()]));
  }

  /**
   * Returns a function that uses up a code, to be run inside the transaction of a change. Rejects with AlreadyUsed if
   * there is no second factor.
   */
  async prepareProof(accountId: string, code: string): Promise<Precondition> {
    const { factors } = this.#store;
    const factor = await factors.find(accountId);
    if (!factor || factor.enabledAt === null) throw new AlreadyUsed('code');
    const step = this.#stepOf(factor.secret, code);
    if (step !== undefined) return () => factors.useStep(accountId, step);
    return () => Promise.all([factors.takeCode(accountId, hashCode(code)), this.#note(accountId, 'factor.recovery')]);
  }

  /** Milliseconds since the second factor was enabled; undefined if it is off. */
  async ageMs(accountId: string): Promise<number | undefined> {
    const factor = await this.#store.factors.find(accountId);
    return factor === undefined || factor.enabledAt === null ? undefined : this.#clock.now() - factor.enabledAt;
  }

  /** True if a refused code of the app is correct, which means that it was used before. */
  async isUsed(accountId: string, code: string): Promise<boolean> {
    const factor = await this.#store.factors.find(accountId);
    return factor !== undefined && factor.enabledAt !== null && this.#stepOf(factor.secret, code) !== undefined;
  }

  /** Replaces the recovery codes. Rejects with AlreadyUsed if `code` is wrong or used. */
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

  /** Switches the second factor off. Rejects with AlreadyUsed if `code` is wrong or used. */
  async switchOff(accountId: string, code: string): Promise<void> {
    await this.prove(accountId, code, () =>
      Promise.all([this.#store.factors.remove(accountId), this.#note(accountId, 'factor.off')]),
    );
  }

  /** Switches the second factor off without a code, for the operator. False if there was none. */
  async remove(accountId: string): Promise<boolean> {
    const wasOn = (await this.state(accountId)) === 'on';
    const removed = await this.#store.factors.remove(accountId);
    if (wasOn) await this.#note(accountId, 'factor.off');
    return removed;
  }

  /**
   * Undefined for any session but the one that proved the password, because another open session could copy the secret
   * or confirm it first.
   */
  async #findOffer(accountId: string, sessionHash: string): Promise<SecondFactor | undefined> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor || factor.enabledAt !== null || factor.offeredTo !== sessionHash) return undefined;
    const age = this.#clock.now() - (factor.offeredAt ?? 0);
    return age >= 0 && age < OFFER_MS ? factor : undefined;
  }

  /** The time step of a correct code; undefined if the code is wrong. */
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

/** For `catch`: undefined for a wrong or used code; throws any other error again. */
export function undefinedIfUsed(error: unknown): undefined {
  if (error instanceof AlreadyUsed) return undefined;
  throw error;
}

function createCodes(): string[] {
  return Array.from({ length: CODES }, createCode);
}

/** Four groups with 79 random bits in all, for which a fast hash is safe. */
function createCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      // 248 is the largest multiple of the 31 letters in a byte; higher values would make some letters more likely.
      if (byte < 248 && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** Only letters and digits of a typed code count, and their case does not. */
function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
