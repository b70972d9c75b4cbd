import type { Mail, Mailer } from './mailer.ts';

/** The words of a mail, in the language of the page that asked for it. */
export type MailText = Omit<Mail, 'to'>;
/** The same around a link. */
export type LinkText = (link: string) => MailText;

/**
 * Where mails are handed in and not waited for: how long a mail server takes
 * would tell what a page keeps to itself.
 */
export class Postbox {
  readonly #mailer: Mailer | undefined;
  readonly #onFault: (error: unknown) => void;

  constructor(mailer: Mailer | undefined, onFault: (error: unknown) => void) {
    this.#mailer = mailer;
    this.#onFault = onFault;
  }

  /** Whether mails go out at all. */
  get open(): boolean {
    return this.#mailer !== undefined;
  }

  post(to: string, { subject, text }: MailText): void {
    this.#mailer?.send({ to, subject, text }).catch(this.#onFault);
  }
}
