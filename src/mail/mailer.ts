/** One message in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The way out for mail; absent where no mail server is set. */
export interface Mailer {
  /** Resolves once the server has taken the message. Rejects with MailRefused where another try would be of no use. */
  send(mail: Mail): Promise<void>;
}

/** The mail server will not take the message, now or later. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
