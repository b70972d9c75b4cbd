import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort, programFolders } from '../servers/own-server.ts';
import { root } from './root.ts';

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

const deployed = (name: string): string => readFileSync(join(root(), 'scripts', 'deploy', name), 'utf8');

export function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function untilItListens(url: string, proxy: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500 && proxy.exitCode === null; tries += 1) {
    const answered = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The proxy does not listen: ${proxy.exitCode === null ? 'it hangs' : 'it ended'}.`);
}

/**
 * Finds HAProxy even if it is not in PATH, because Debian installs servers in a folder that is not in every user's
 * PATH.
 */
export function findHaproxy(): string | undefined {
  return findProgram('haproxy', programFolders());
}

async function start(
  url: string,
  folder: string,
  [command = '', ...words]: string[],
  env: NodeJS.ProcessEnv,
): Promise<Proxy> {
  const proxy = spawn(command, words, { env, stdio: 'ignore' });
  const ended = once(proxy, 'exit');
  const stop = async (): Promise<void> => {
    proxy.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await untilItListens(url, proxy).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

/** Starts nginx with scripts/deploy/nginx.conf, except for ports and certificates. `upstream` is `host:port`. */
export async function startNginx(upstream: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-nginx-'));
  const port = await freePort();
  const server = deployed('nginx.conf')
    .replace('server 127.0.0.1:8080;', `server ${upstream};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_certificate.*$/gm, '');
  const conf = join(folder, 'nginx.conf');
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    conf,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;\nevents {}\nhttp { access_log off; gzip on; gzip_types text/event-stream application/json; ${temp}\n${server}\n}`,
  );
  return start(`http://127.0.0.1:${port}`, folder, ['nginx', '-p', folder, '-c', conf, '-e', 'stderr'], process.env);
}

/** Starts Caddy with the unchanged scripts/deploy/Caddyfile. `upstream` is `host:port`. */
export async function startCaddy(upstream: string): Promise<Proxy> {
  return startCaddyWith('Caddyfile', { JOBDATA_UPSTREAM: upstream });
}

async function startCaddyWith(name: string, upstreams: Record<string, string>): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, `{\n\tadmin off\n\tauto_https off\n}\n${deployed(name)}`);
  return start(url, folder, ['caddy', 'run', '--config', config, '--adapter', 'caddyfile'], {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    JOBDATA_HOST: url,
    ...upstreams,
  });
}

/**
 * Starts HAProxy with scripts/deploy/replicas/haproxy.cfg, except for its port and the replicas' addresses. Each of
 * `upstreams` is `host:port`.
 */
export async function startHaproxy(upstreams: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-haproxy-'));
  const port = await freePort();
  const config = deployed('replicas/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server-template .*$/m, upstreams.map((at, index) => `  server app${index + 1} ${at}`).join('\n'))
    .replace(/^resolvers docker$[^]*/m, '');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  return start(`http://127.0.0.1:${port}`, folder, [findHaproxy() ?? 'haproxy', '-db', '-f', file], process.env);
}

export async function startCaddyBalancer(upstreams: readonly string[]): Promise<Proxy> {
  return startCaddyWith('replicas/Caddyfile', { JOBDATA_UPSTREAMS: upstreams.join(' ') });
}
