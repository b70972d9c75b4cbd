import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import type { Clock } from '../lib/clock.ts';
import { Spent } from '../store/spent.ts';
import type { SecondFactor, Store } from '../store/types.ts';
import type { Condition } from './accounts.ts';
import { hashToken } from './sessions.ts';

/** One period each way: clocks of telephones differ, and typing takes time. */
const TOLERANCE_SECONDS = 30;
/** How long a secret may be typed into a phone. */
const OFFER_MS = 30 * 60_000;
const CODES = 10;
/** Letters and figures that are not mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;
const GROUP = 4;

/** One-time codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), with recovery codes. */
export class SecondFactors {
  readonly #store: Pick<Store, 'factors' | 'audit' | 'together'>;
  readonly #clock: Clock;
  readonly #issuer: string;

  /** `issuer` is what apps call the account's codes. */
  constructor(store: Pick<Store, 'factors' | 'audit' | 'together'>, clock: Clock, issuer = 'Job Data') {
    this.#store = store;
    this.#clock = clock;
    this.#issuer = issuer;
  }

  /** `offered`: a secret was shown, and no code has proved yet that it arrived. */
  async state(accountId: string): Promise<'off' | 'offered' | 'on'> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor) return 'off';
    return factor.enabledAt === null ? 'offered' : 'on';
  }

  codesLeft(accountId: string): Promise<number> {
    return this.#store.factors.countCodes(accountId);
  }

  /** Makes a secret to be shown to that session alone, for half an hour; false where one is in use. */
  offer(accountId: string, sessionHash: string): Promise<boolean> {
    return this.#store.factors.offer(accountId, generateSecret(), sessionHash, this.#clock.now());
  }

  /** The offered secret, as text and as the address that apps read off a picture. */
  async offered(
    { id, email }: { id: string; email: string },
    sessionHash: string,
  ): Promise<{ secret: string; uri: string } | undefined> {
    const factor = await this.#findOffer(id, sessionHash);
    if (!factor) return undefined;
    return { secret: factor.secret, uri: generateURI({ issuer: this.#issuer, label: email, secret: factor.secret }) };
  }

  /** Takes the offered secret into use by a code of it: gives the recovery codes, shown this once; undefined: wrong code. */
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
   * Uses up a code of the app, or a recovery code, for what `use` changes; both
   * are one: no code is used up for nothing. Rejects with Spent for a wrong or
   * used code.
   */
  async prove(accountId: string, code: string, use: Condition): Promise<void> {
    const proof = await this.prepareProof(accountId, code);
    await this.#store.together(() => Promise.all([proof(), use()]));
  }

  /** The step that uses a code up, for a change that makes it a part of itself. */
  async prepareProof(accountId: string, code: string): Promise<Condition> {
    const { factors } = this.#store;
    const factor = await factors.find(accountId);
    if (!factor || factor.enabledAt === null) throw new Spent('code');
    const step = this.#stepOf(factor.secret, code);
    if (step !== undefined) return () => factors.useStep(accountId, step);
    return () => Promise.all([factors.takeCode(accountId, hashCode(code)), this.#note(accountId, 'factor.recovery')]);
  }

  /** Milliseconds since it was switched on; undefined while it is off. */
  async ageMs(accountId: string): Promise<number | undefined> {
    const factor = await this.#store.factors.find(accountId);
    return factor === undefined || factor.enabledAt === null ? undefined : this.#clock.now() - factor.enabledAt;
  }

  /** Whether a code that was refused is right, but counted already: one of the app counts once. */
  async isUsed(accountId: string, code: string): Promise<boolean> {
    const factor = await this.#store.factors.find(accountId);
    return factor !== undefined && factor.enabledAt !== null && this.#stepOf(factor.secret, code) !== undefined;
  }

  /** New recovery codes in place of those that are left, for a code. Rejects with Spent for a wrong one. */
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

  /** Switches it off for a code. Rejects with Spent for a wrong one. */
  async switchOff(accountId: string, code: string): Promise<void> {
    await this.prove(accountId, code, () =>
      Promise.all([this.#store.factors.remove(accountId), this.#note(accountId, 'factor.off')]),
    );
  }

  /** Without a code: the operator's way. False when there was none. */
  async remove(accountId: string): Promise<boolean> {
    const wasOn = (await this.state(accountId)) === 'on';
    const removed = await this.#store.factors.remove(accountId);
    if (wasOn) await this.#note(accountId, 'factor.off');
    return removed;
  }

  /** A secret is shown to who proved the password for it: another session that is open could keep it, or use it first. */
  async #findOffer(accountId: string, sessionHash: string): Promise<SecondFactor | undefined> {
    const factor = await this.#store.factors.find(accountId);
    if (!factor || factor.enabledAt !== null || factor.offeredTo !== sessionHash) return undefined;
    const age = this.#clock.now() - (factor.offeredAt ?? 0);
    return age >= 0 && age < OFFER_MS ? factor : undefined;
  }

  /** The time step of a right code. */
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

/** For a proof that was refused: a wrong or used code is told from a fault. */
export function nothingWhereSpent(error: unknown): undefined {
  if (error instanceof Spent) return undefined;
  throw error;
}

function createCodes(): string[] {
  return Array.from({ length: CODES }, createCode);
}

/** 79 random bits in four groups: a fast hash is right for them. */
function createCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      // Of the 256 values those are taken that share out evenly.
      if (byte < 248 && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** As typed: case, spaces and hyphens say nothing. */
function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
