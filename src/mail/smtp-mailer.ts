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

/** Removes the recipient's address from an error. */
function withoutAddresses(error: unknown): Error {
  const { message, responseCode } = error as Error & { responseCode?: number };
  const text = message.replace(/\S+@\S+/g, '(address)');
  return responseCode !== undefined && responseCode >= 500 ? new MailRefused(text) : new Error(text);
}
