export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /**
   * For recurring mail: a POST to this address ends the mails (RFC 8058), and a GET shows a page that asks for
   * confirmation.
   */
  unsubscribeUrl?: string;
  /** All attempts to send a mail use the same ID, so a mailbox can drop duplicates. */
  messageId?: string;
}

export interface Mailer {
  /** Resolves once the server has accepted the message. Rejects with MailRefused if a retry would be pointless. */
  send(mail: Mail): Promise<void>;
}

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
