import { createTransport } from 'nodemailer';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

/** A server that does not answer must not delay a request for minutes. */
const TIMEOUT_MS = 15_000;

/**
 * Sends through the server of SMTP_URL. The sender is the address in its `from` parameter
 * (`smtps://user:password@mail.example.com?from=jobs@example.com`), by default no-reply at `host`; `name` is its
 * display name unless `from` has one.
 */
export function createSmtpMailer(smtpUrl: string, { host, name }: { host: string; name: string }): Mailer {
  const url = new URL(smtpUrl);
  const address = url.searchParams.get('from') ?? `no-reply@${host}`;
  const from = address.includes('<') ? address : { name, address };
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages contain only our own texts, so no file or URL is read for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      try {
        // An object, since a string would be parsed as a list of addresses.
        await transport.sendMail({ ...content(mail), from, to: { name: '', address: mail.to } });
      } catch (error) {
        throw withoutAddresses(error);
      }
    },
  };
}

/** Recurring mail says how to end it, and that no person wrote it (RFC 3834). */
function content({ subject, text, html, unsubscribeUrl, messageId }: Mail) {
  return {
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(unsubscribeUrl === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            'Auto-Submitted': 'auto-generated',
          },
        }),
  };
}

/** What nodemailer says of an error. */
interface SmtpError extends Error {
  /** The command that failed. */
  command?: string;
  responseCode?: number;
  /** The server's answer. */
  response?: string;
}

/** Removes the recipient's address from an error. */
function withoutAddresses(error: unknown): Error {
  const text = (error as Error).message.replace(/\S+@\S+/g, '(address)');
  return isOfMailbox(error as SmtpError) ? new MailRefused(text) : new Error(text);
}

/** Codes by which a server that names no detail refuses a mailbox after it has read the message (RFC 5321, 4.2.3). */
const MAILBOX_CODES = new Set([550, 551, 553]);

/**
 * Whether the mailbox was refused for good. Credentials, a sender, a message or a relay that is refused is a fault of
 * the service's own mail server or of its settings, whatever the code: it may be mended, and would else end the mails
 * of everybody. Details are those of RFC 3463.
 */
function isOfMailbox({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (responseCode < 500) return false;
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  const isOfSender = subject === '1' && (detail === '7' || detail === '8');
  // Servers say only here what they have against the sender, the log-in or the relay.
  if (command === 'RCPT TO') return responseCode !== 530 && subject !== '3' && subject !== '7' && !isOfSender;
  if (command !== 'DATA') return false;
  return subject === undefined ? MAILBOX_CODES.has(responseCode) : (subject === '1' || subject === '2') && !isOfSender;
}
