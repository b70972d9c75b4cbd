import type { Config } from '../config/config.ts';
import type { Mailer } from '../mail/mailer.ts';
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

/** Where programs on this machine reach what listens on `host` and `port`, without a path. */
function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
