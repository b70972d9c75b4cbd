import { once } from '../lib/once.ts';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

const TIMEOUT_MS = 15_000;

/**
 * `smtpUrl` is, for example, `smtps://user:password@mail.example.com?from=jobs@example.com`. The default for `from` is
 * no-reply at `host`; `name` is the display name unless `from` contains one.
 */
export function createSmtpMailer(smtpUrl: string, { host, name }: { host: string; name: string }): Mailer {
  const url = new URL(smtpUrl);
  const address = url.searchParams.get('from') ?? `no-reply@${host}`;
  const from = address.includes('<') ? address : { name, address };
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const connection = {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages have no attachments, so nodemailer never has to read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // The library is loaded by the first mail, because loading it would slow down every start.
  const transport = once(async () => (await import('nodemailer')).createTransport(connection));
  return {
    send: async (mail) => {
      try {
        // nodemailer would parse a string as a list of addresses.
        await (await transport()).sendMail({ ...content(mail), from, to: { name: '', address: mail.to } });
      } catch (error) {
        throw withoutAddresses(error);
      }
    },
  };
}

/** Recurring mail has headers that tell mail programs how to unsubscribe and that the mail is automatic (RFC 3834). */
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

interface SmtpError extends Error {
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Removes e-mail addresses from the message. Returns a MailRefused if the mailbox was refused for good. */
function withoutAddresses(error: unknown): Error {
  const text = (error as Error).message.replace(/\S+@\S+/g, '(address)');
  return isMailboxFault(error as SmtpError) ? new MailRefused(text) : new Error(text);
}

/** Reply codes that refuse a mailbox (RFC 5321 §4.2.3). They decide only if the answer to DATA has no enhanced code. */
const MAILBOX_CODES = new Set([550, 551, 553]);

/**
 * True if the mailbox was refused for good. After other refusals the mail is retried, because the cause may be
 * temporary or the operator can remove it. RFC 3463 defines the enhanced codes.
 */
function isMailboxFault({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (responseCode < 500) return false;
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  const isOfSender = subject === '1' && (detail === '7' || detail === '8');
  // Some servers report a refused sender, log-in or relay only in their answer to RCPT TO.
  if (command === 'RCPT TO') return responseCode !== 530 && subject !== '3' && subject !== '7' && !isOfSender;
  if (command !== 'DATA') return false;
  return subject === undefined ? MAILBOX_CODES.has(responseCode) : (subject === '1' || subject === '2') && !isOfSender;
}
