import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { ConfigError, type Config } from '../config/config.ts';
import { whyNoBrowser } from '../egress/browser/settings.ts';
import { messageOf } from '../lib/error-message.ts';
import { assertServableStore, assertUnserved, whyNotDatabase } from '../store/open.ts';
import { loadConfig } from './load-config.ts';
import { storeFile } from './app-context.ts';

const LEAST_BYTES = 4_000_000;

/**
 * Checks what a start needs, without writing anything. Rejects with a ConfigError that lists all faults found.
 * `listens`: false for a service that opens no port.
 */
export async function loadForStart(env: NodeJS.ProcessEnv, { listens = true } = {}): Promise<Config> {
  let config: Partial<Config>;
  const faults: string[] = [];
  try {
    config = loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    config = error.valid;
  }
  faults.push(...(config.databaseUrl ? await faultsOfServers(config) : await faultsOfData(config)));
  if (config.backupDir) faults.push(...(await faultsOfFolder('BACKUP_DIR', config.backupDir)));
  if (listens && config.host !== undefined && config.port !== undefined && config.port !== 0)
    faults.push(...(await faultOf(() => tryListening(config.host as string, config.port as number))));
  if (faults.length === 0) return config as Config;
  // The service also starts without a browser, so a missing browser is reported only together with other faults.
  const { chromiumPath = null, browserWsEndpoint = null, egressCaFile = null } = config;
  const noBrowser = await whyNoBrowser({ chromiumPath, browserWsEndpoint, egressCaFile });
  throw new ConfigError(noBrowser === undefined ? faults : [...faults, noBrowser], config);
}

async function faultsOfData({ dataDir }: Partial<Config>): Promise<string[]> {
  if (dataDir === undefined) return [];
  const file = storeFile({ dataDir });
  const found = await faultsOfFolder('DATA_DIR', dataDir, file);
  if (found.length > 0) return found;
  return [...(await faultOf(() => assertUnserved(file))), ...(await faultOf(() => assertServableStore(file)))];
}

async function faultsOfServers({ databaseUrl, redisUrl }: Partial<Config>): Promise<string[]> {
  const { whyNotRedis } = await import('../shared/redis/check.ts');
  const found = await Promise.all([databaseUrl && whyNotDatabase(databaseUrl), redisUrl && whyNotRedis(redisUrl)]);
  return found.filter((sentence) => typeof sentence === 'string');
}

async function faultOf(attempt: () => Promise<unknown>): Promise<string[]> {
  try {
    await attempt();
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

async function faultsOfFolder(setting: string, folder: string, file?: string): Promise<string[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code !== 'ENOENT') return [`${setting} names ${folder}, which cannot be used (${found.code}).`];
    const above = dirname(resolve(folder));
    // The start creates the missing folder and its parents.
    return existsSync(above)
      ? writable(setting, folder, above, 'may not create it')
      : faultsOfParents(setting, folder, above);
  }
  if (!found.isDirectory())
    return [`${setting} names ${folder}, which is not a folder: set another, or move that file.`];
  const faults = await writable(setting, folder, folder, 'may not write to it');
  if (faults.length > 0 || file === undefined) return faults;
  if (!existsSync(file)) return spaceFor(setting, folder);
  const parts = [file, `${file}-wal`, `${file}-shm`, `${dirname(file)}/serve.lock`, `${dirname(file)}/use.lock`];
  const all = await Promise.all(
    parts.filter((part) => existsSync(part)).map((part) => writable(setting, part, part, 'may not write to it')),
  );
  return all.flat();
}

async function faultsOfParents(setting: string, folder: string, above: string): Promise<string[]> {
  let standing = above;
  while (!existsSync(standing) && dirname(standing) !== standing) standing = dirname(standing);
  return writable(setting, folder, standing, 'may not create it');
}

/**
 * Returns one sentence if this process cannot read and write `path`. `named` is the folder in the setting, or a file in
 * it. `path` is the same or, if the folder is missing, the existing folder in which the start would create it.
 */
async function writable(setting: string, named: string, path: string, what: string): Promise<string[]> {
  const isFolder = (await stat(path)).isDirectory();
  const mode = constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0);
  const error = await access(path, mode).then(
    () => undefined,
    (fault: NodeJS.ErrnoException) => fault,
  );
  if (error === undefined) return [];
  if (error.code === 'EROFS')
    return [
      `${setting}: ${named} is on a disk that is mounted read-only. Mount it writable, or set ${setting} to another folder.`,
    ];
  const { uid: owner } = await stat(path);
  const own = process.getuid?.();
  return [
    `${setting}: ${path} belongs to user ${owner}, and this process, of user ${own ?? 'unknown'}, ${what} (${error.code}). ` +
      `Run the service as that user, or give it the folder: chown -R ${own ?? 'USER'} ${isFolder ? path : dirname(path)}`,
  ];
}

async function spaceFor(setting: string, folder: string): Promise<string[]> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= LEAST_BYTES) return [];
  const free = Math.round((bavail * bsize) / 1_000);
  return [
    `${setting}: the disk of ${folder} is full (${free} kB free): make room, or set ${setting} to another folder.`,
  ];
}

async function tryListening(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListening(error, host, port)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

export function explainListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const { code } = error;
  const sentence =
    code === 'EADDRINUSE'
      ? `PORT ${port} on ${host} is in use by another program. Stop that program, or set another PORT (0 picks a free one).`
      : code === 'EACCES'
        ? `This user may not use PORT ${port}. Set PORT to one above 1023, and put a proxy in front of it.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? `HOST ${host} is not an address of this machine. Set HOST to one that is; 0.0.0.0 is for all.`
          : undefined;
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}
