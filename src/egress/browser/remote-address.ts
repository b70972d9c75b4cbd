import { connect } from 'node:net';
import { portOf } from '../address-guard.ts';
import { EgressError } from '../egress.ts';

const TIMEOUT_MS = 15_000;

/**
 * Returns the address of this machine to which a remote browser can connect, or loopback if `endpoint` is null. Rejects
 * with an EgressError `no_browser`.
 */
export function addressTowards(endpoint: string | null): Promise<string> {
  if (endpoint === null) return Promise.resolve('127.0.0.1');
  const url = new URL(endpoint.replace(/^ws/, 'http'));
  return new Promise((resolve, reject) => {
    const fail = (cause?: Error): void =>
      reject(new EgressError('no_browser', 'the remote browser does not answer', cause));
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url), timeout: TIMEOUT_MS });
    socket.once('connect', () => {
      const address = socket.localAddress?.replace(/^::ffff:/, '');
      socket.destroy();
      if (address) resolve(address);
      else fail();
    });
    socket.once('timeout', () => {
      socket.destroy();
      fail();
    });
    socket.once('error', fail);
  });
}
