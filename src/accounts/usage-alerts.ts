import { isoTime, type Clock } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import type { Postbox } from '../mail/postbox.ts';
import type { AccountRecord, Store } from '../store/types.ts';

const ALERT_LEVELS = [50, 80, 100] as const;

const REMEMBERED = 10_000;

export function alertLevel(account: Pick<AccountRecord, 'allowance' | 'balance'>): number | undefined {
  if (account.allowance === 0) return undefined;
  const used = ((account.allowance - account.balance) / account.allowance) * 100;
  return ALERT_LEVELS.findLast((level) => used >= level);
}

export class UsageAlerts {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #postbox: Postbox;
  readonly #baseUrl: string;
  readonly #service: string;
  readonly #noted = new Map<string, string>();

  constructor(
    store: Store,
    clock: Clock,
    postbox: Postbox,
    { baseUrl, service }: { baseUrl: string; service: string },
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#postbox = postbox;
    this.#baseUrl = baseUrl;
    this.#service = service;
  }

  /** Mails the owner when the use of credits first reaches a level in a month. Must be called after each charge. */
  async check(accountId: string): Promise<void> {
    const now = this.#clock.now();
    const account = await this.#store.accounts.findById(accountId, now);
    const level = account && alertLevel(account);
    if (!account || level === undefined) return;
    const noted = `${account.period} ${level}`;
    if (this.#noted.get(account.id) === noted) return;
    const isFirst = await this.#store.mail.noteAlert(account.id, account.period, level, now);
    if (this.#noted.size >= REMEMBERED) this.#noted.clear();
    this.#noted.set(account.id, noted);
    if (!isFirst) return;
    const used = toCredits(account.allowance - account.balance);
    this.#postbox.post(account.email, {
      subject: `${this.#service}: ${level}% of this month's credits are used · ${level} % des crédits du mois sont utilisés`,
      text: `${used} of ${toCredits(account.allowance)} credits are used. ${toCredits(account.balance)} are left until ${isoTime(account.periodEndsAt)}.\n\nVous avez utilisé ${used} crédits sur ${toCredits(account.allowance)}. Il vous en reste ${toCredits(account.balance)} jusqu’au ${isoTime(account.periodEndsAt)}.\n\n${this.#baseUrl}/usage\n`,
    });
  }
}
