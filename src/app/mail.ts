import type { Config } from '../config/config.ts';
import type { Mailer } from '../mail/mailer.ts';
import { localUrl } from '../lib/local-url.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';

/** The service's own address, without a path. */
export function baseUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? localUrl(host, port);
}

/** The way out for mail, in the name of the service; undefined where no server is set. `played`: in its place. */
export function createMailer(config: Config, played: Mailer | undefined): Mailer | undefined {
  return (
    played ??
    (config.smtpUrl
      ? createSmtpMailer(config.smtpUrl, { host: new URL(baseUrlOf(config)).hostname, name: config.serviceName })
      : undefined)
  );
}
