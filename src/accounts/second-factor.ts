import { randomBytes } from 'node:crypto';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { SecondFactor, Store } from '../store/types.ts';
import type { Precondition } from './accounts.ts';
import { hashToken } from './sessions.ts';

/** One time step in each direction is accepted, because phone clocks differ and typing takes time. */
const TOLERANCE_SECONDS = 30;
const OFFER_MS = 30 * MINUTE_MS;
const CODES = 10;
/** Letters and digits that people do not confuse with each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;
const GROUP = 4;

/** The library is loaded at the first use, because few processes need it. */
const loadOtp = () => import('otplib/functional');

/** One-time codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), and recovery codes. */
export class SecondFactors {
  readonly #store: Pick<Store, 'factors' | 'audit' | 'transaction'>;
  readonly #clock: Clock;
  readonly #issuer: string;

  constructor(store: Pick<Store, 'factors' | 'audit' | 'transaction'>, clock: Clock, issuer = 'Job Data') {
    this.#store = store;
    this.#clock = clock;
    this.#issuer = issuer;
  }

  async state(accountId: string): Promise<'off' | 'offered' | 'on'> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor) return 'off';
    return factor.enabledAt === null ? 'offered' : 'on';
  }

  codesLeft(accountId: string): Promise<number> {
    return this.#store.factors.countCodes(accountId);
  }

  async offer(accountId: string, sessionHash: string): Promise<boolean> {
    const { generateSecret } = await loadOtp();
    return this.#store.factors.offer(accountId, generateSecret(), sessionHash, this.#clock.now());
  }

  async findOffer(
    { id, email }: { id: string; email: string },
    sessionHash: string,
  ): Promise<{ secret: string; uri: string } | undefined> {
    const factor = await this.#findOffer(id, sessionHash);
    if (!factor) return undefined;
    const { generateURI } = await loadOtp();
    return { secret: factor.secret, uri: generateURI({ issuer: this.#issuer, label: email, secret: factor.secret }) };
  }

  /**
   * Confirms the offered secret by a code. Returns the recovery codes, which are shown only this once, or undefined if
   * the code is wrong or the offer is no longer valid.
   */
  async enable(accountId: string, code: string, sessionHash: string): Promise<string[] | undefined> {
    const factor = await this.#findOffer(accountId, sessionHash);
    if (!factor) return undefined;
    const step = await this.#stepOf(factor.secret, code);
    if (step === undefined) return undefined;
    const codes = createCodes();
    const { factors } = this.#store;
    const hashes = codes.map(hashCode);
    if (!(await factors.enable(accountId, factor.secret, this.#clock.now(), step, hashes))) return undefined;
    await this.#note(accountId, 'factor.on');
    return codes;
  }

  /**
   * Uses up a code and makes the change `use` in one transaction. Rejects with AlreadyUsed if the code is wrong or
   * used, or if there is no second factor.
   */
  async prove(accountId: string, code: string, use: Precondition): Promise<void> {
    const proof = await this.prepareProof(accountId, code);
    await this.#store.transaction(() => Promise.all([proof(), use()]));
  }

  /**
   * Returns a function that uses up the code, to be called inside the transaction of a change. The function rejects
   * with AlreadyUsed if the code is wrong or used; this method does so if there is no second factor.
   */
  async prepareProof(accountId: string, code: string): Promise<Precondition> {
    const { factors } = this.#store;
    const factor = await factors.find(accountId);
    if (!factor || factor.enabledAt === null) throw new AlreadyUsed('code');
    const step = await this.#stepOf(factor.secret, code);
    if (step !== undefined) return () => factors.useStep(accountId, step);
    return () => Promise.all([factors.takeCode(accountId, hashCode(code)), this.#note(accountId, 'factor.recovery')]);
  }

  async ageMs(accountId: string): Promise<number | undefined> {
    const factor = await this.#store.factors.find(accountId);
    return factor === undefined || factor.enabledAt === null ? undefined : this.#clock.now() - factor.enabledAt;
  }

  /**
   * True if a refused code is one that the authenticator app shows now or, within the tolerance, one step earlier or
   * later. Such a code can only have been refused because it was used before.
   */
  async isUsed(accountId: string, code: string): Promise<boolean> {
    const factor = await this.#store.factors.find(accountId);
    return factor !== undefined && factor.enabledAt !== null && (await this.#stepOf(factor.secret, code)) !== undefined;
  }

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

  async switchOff(accountId: string, code: string): Promise<void> {
    await this.prove(accountId, code, () =>
      Promise.all([this.#store.factors.remove(accountId), this.#note(accountId, 'factor.off')]),
    );
  }

  /**
   * Removes the account's second factor, or an offer of one, at the operator's request, so no code is needed. Returns
   * false if there was neither.
   */
  async remove(accountId: string): Promise<boolean> {
    const wasOn = (await this.state(accountId)) === 'on';
    const removed = await this.#store.factors.remove(accountId);
    if (wasOn) await this.#note(accountId, 'factor.off');
    return removed;
  }

  /**
   * Only the session that proved the password may see the offer, because another open session could copy the secret or
   * confirm it first.
   */
  async #findOffer(accountId: string, sessionHash: string): Promise<SecondFactor | undefined> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor || factor.enabledAt !== null || factor.offeredTo !== sessionHash) return undefined;
    const age = this.#clock.now() - (factor.offeredAt ?? 0);
    return age >= 0 && age < OFFER_MS ? factor : undefined;
  }

  async #stepOf(secret: string, code: string): Promise<number | undefined> {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const { verifySync } = await loadOtp();
    const epoch = Math.floor(this.#clock.now() / 1000);
    const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  }

  #note(accountId: string, action: string): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail: '', at: this.#clock.now() });
  }
}

export function undefinedIfUsed(error: unknown): undefined {
  if (error instanceof AlreadyUsed) return undefined;
  throw error;
}

function createCodes(): string[] {
  return Array.from({ length: CODES }, createCode);
}

/** The four groups have 79 random bits, so a fast hash of the code is safe. */
function createCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      // 248 is the largest multiple of 31 in a byte; with higher values, some letters would be more likely.
      if (byte < 248 && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** Hashes a recovery code. Ignores case, and all characters except letters and digits. */
function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
