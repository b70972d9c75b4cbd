import { Redis } from 'ioredis';
import { messageOf } from '../../lib/error-message.ts';

/** Older servers lack commands that the client and the scripts use. */
const LEAST_VERSION = [6, 2] as const;
const ANSWERS_WITHIN_MS = 2_000;

/**
 * Asks the server once. Returns a sentence if the URL or the server must be changed. Returns undefined if the server is
 * suitable, or if it cannot be reached, because the service also works without Redis.
 */
export async function whyNotRedis(url: string): Promise<string | undefined> {
  const { host, port } = new URL(url);
  const server = `${host.replace(/:\d+$/, '')}:${port || '6379'}`;
  const client = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: ANSWERS_WITHIN_MS,
    commandTimeout: ANSWERS_WITHIN_MS,
  });
  // A refusal while connecting is reported only by the `error` event.
  let refused: string | undefined;
  client.on('error', (error: Error) => {
    refused ??= error.message;
  });
  try {
    await client.connect();
    const found = /^redis_version:(\d+)\.(\d+)/m.exec(await client.info('server'));
    const [major = 0, minor = 0] = found?.slice(1).map(Number) ?? LEAST_VERSION;
    if (major < LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor < LEAST_VERSION[1]))
      return `REDIS_URL: the server ${server} is of version ${major}.${minor}; Redis ${LEAST_VERSION.join('.')} or newer is needed, or Valkey.`;
  } catch (error) {
    refused ??= messageOf(error);
  } finally {
    client.disconnect();
  }
  return refused === undefined ? undefined : whyRefused(refused, server);
}

function whyRefused(message: string, server: string): string | undefined {
  if (message.startsWith('NOAUTH'))
    return `REDIS_URL: the server ${server} asks for a password: redis://:password@${server}.`;
  if (/^(?:WRONGPASS|NOPERM)/.test(message) || message.includes('invalid password'))
    return `REDIS_URL: the server ${server} refuses the user or the password.`;
  if (message.includes('DB index')) return `REDIS_URL: the server ${server} has no database of that number.`;
  return undefined;
}
