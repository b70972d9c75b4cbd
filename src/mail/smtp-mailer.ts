import { createTransport } from 'nodemailer';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

/** How long to wait for a server that does not answer. */
const TIMEOUT_MS = 15_000;

/**
 * Sends mail through the server of SMTP_URL, such as `smtps://user:password@mail.example.com?from=jobs@example.com`.
 * The sender is `from`, by default no-reply at `host`; `name` is its display name unless `from` has one.
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

/** Recurring mail has headers that say how to end it and that it is automatic (RFC 3834). */
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

/** An error of nodemailer. */
interface SmtpError extends Error {
  /** The SMTP command that failed. */
  command?: string;
  responseCode?: number;
  /** The server's answer. */
  response?: string;
}

/** The error without the recipient's address; a MailRefused if the mailbox was refused for good. */
function withoutAddresses(error: unknown): Error {
  const text = (error as Error).message.replace(/\S+@\S+/g, '(address)');
  return isMailboxFault(error as SmtpError) ? new MailRefused(text) : new Error(text);
}

/**
 * Codes that refuse a mailbox after the message was sent, from a server that gives no enhanced code (RFC 5321 §4.2.3).
 */
const MAILBOX_CODES = new Set([550, 551, 553]);

/**
 * True if the mailbox was refused for good. Any other refusal is a fault of our mail server or its settings, which the
 * operator can mend, so the mail is retried (enhanced codes: RFC 3463).
 */
function isMailboxFault({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (responseCode < 500) return false;
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  const isOfSender = subject === '1' && (detail === '7' || detail === '8');
  // Some servers report a refused sender, log-in or relay only in answer to RCPT TO.
  if (command === 'RCPT TO') return responseCode !== 530 && subject !== '3' && subject !== '7' && !isOfSender;
  if (command !== 'DATA') return false;
  return subject === undefined ? MAILBOX_CODES.has(responseCode) : (subject === '1' || subject === '2') && !isOfSender;
}
