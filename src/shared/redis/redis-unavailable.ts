/** Redis did not execute a command or did not answer, so this process continues without Redis. */
export class RedisUnavailable extends Error {}

/**
 * Returns the end of a sentence that begins with the server's name. Of the error's message, only the code word of Redis
 * is quoted, because the rest may contain arguments of the command.
 */
export function describeFault(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : '';
  if (typeof code === 'string' && code !== '') return `cannot be reached (${code})`;
  for (const [sign, sentence] of FAULTS) if (text.includes(sign)) return sentence;
  const [word = ''] = text.split(' ');
  return /^[A-Z]{3,20}$/.test(word) ? `refuses to answer (${word})` : 'cannot be reached';
}

/**
 * Returns the end of a sentence that explains a wrong setting, or undefined for other errors, which may be temporary.
 */
export function describeMisfit(error: unknown): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const found = MISFITS.find(([sign]) => code.includes(sign) || message.includes(sign));
  return found?.[1];
}

const FAULTS: readonly (readonly [sign: string, sentence: string])[] = [
  ['timed out', 'does not answer'],
  ['OOM', 'has no memory left'],
  ['READONLY', 'is a replica that takes no writes'],
  ['NOAUTH', 'asks for a password'],
  ['WRONGPASS', 'refuses the password'],
  ['NOPERM', 'does not let this user run what is needed'],
  ['MISCONF', 'takes no writes, since it cannot save them'],
  ['LOADING', 'is still loading'],
  ['MASTERDOWN', 'has lost its primary'],
  ['Protocol error', 'does not speak the protocol'],
  ['Unknown RESP type', 'does not speak the protocol'],
];

const OF_A_CLUSTER = 'is a node of a cluster: name one that stands alone';
const ANOTHER_PROTOCOL = 'is no Redis or Valkey server: what it answers is another protocol';

const MISFITS: readonly (readonly [sign: string, sentence: string])[] = [
  ['NOAUTH', 'asks for a password: put one into the URL, redis://:password@host:6379'],
  ['WRONGPASS', 'refuses the name or password of the URL'],
  ['without any password configured', 'asks for no password: leave it out of the URL'],
  ['NOPERM', 'does not let this user run scripts: its rights must include EVAL, EVALSHA and the keys jobdata:*'],
  ['CLUSTERDOWN', OF_A_CLUSTER],
  ['MOVED', OF_A_CLUSTER],
  ['CROSSSLOT', OF_A_CLUSTER],
  ['DB index', 'has no database of that number: name another at the end of the URL'],
  ['Protocol error', ANOTHER_PROTOCOL],
  ['Unknown RESP type', ANOTHER_PROTOCOL],
  ['ERR_SSL', 'does not speak TLS: begin the URL with redis: instead of rediss:'],
  ['EPROTO', 'does not speak TLS: begin the URL with redis: instead of rediss:'],
  ['CERT', 'shows a certificate that is not trusted here'],
];
