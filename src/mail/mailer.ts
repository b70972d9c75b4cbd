/** One message in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The way out for mail; absent where no mail server is set. */
export interface Mailer {
  /** Resolves once the server has taken the message. */
  send(mail: Mail): Promise<void>;
}
