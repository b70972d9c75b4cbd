/** A message in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail; absent when no mail server is set. */
export interface Mailer {
  /** Resolves when the server has accepted the message. Rejects with MailRefused when a retry is pointless. */
  send(mail: Mail): Promise<void>;
}

/** The mail server rejects the message permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
