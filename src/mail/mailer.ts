/** A message in plain text, and for recurring mail in HTML as well. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** For recurring mail: a POST to this address ends it (RFC 8058), and a GET shows a page that asks first. */
  unsubscribeUrl?: string;
  /** The same for all attempts, so that a mailbox can drop duplicates. */
  messageId?: string;
}

export interface Mailer {
  /** Resolves when the server has accepted the message. Rejects with MailRefused when a retry is pointless. */
  send(mail: Mail): Promise<void>;
}

/** Thrown if the mail server rejects a message permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
