import type { Config } from '../../config/config.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { createSmtpMailer } from '../../mail/smtp-mailer.ts';

export function baseUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? localUrl(host, port);
}

export function createMailer(config: Config, replacement: Mailer | undefined): Mailer | undefined {
  return (
    replacement ??
    (config.smtpUrl
      ? createSmtpMailer(config.smtpUrl, { host: new URL(baseUrlOf(config)).hostname, name: config.serviceName })
      : undefined)
  );
}

function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
