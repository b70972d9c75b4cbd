// `npm run conformance` runs the official MCP suite against this build, at both protocol revisions. The suite needs
// Node.js 22, which npm installs into a temporary folder outside the lock file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config/config.ts';
import { createService } from '../src/app/service.ts';
import { runAuthorization } from './conformance/authorization.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const NODE = 'node@22.23.3';
const REVISIONS = ['2025-11-25', '2026-07-28'];
/**
 * The checkout, two folders above the compiled file in dist/scripts. Only the checkout has the lists of exceptions,
 * which are not compiled.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The suite sends no API key, so this proxy adds one. A hostile `Host` header is passed on unchanged. */
function startKeyProxy(target: URL, apiKey: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const host = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(incoming.headers.host ?? '')
      ? target.host
      : incoming.headers.host;
    const forwarded = httpRequest(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host, authorization: `Bearer ${apiKey}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function install(folder: string): void {
  if (existsSync(join(folder, 'node_modules', '@modelcontextprotocol', 'conformance'))) return;
  process.stdout.write(`Installing ${SUITE} and ${NODE} into ${folder} …\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, NODE, SUITE], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The suite could not be installed.');
}

function suiteOf(folder: string): { node: string; script: string } {
  const modules = join(folder, 'node_modules');
  return {
    node: join(modules, 'node', 'bin', 'node'),
    script: join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  };
}

function runSuite(folder: string, url: string, revision: string): Promise<number> {
  const { node, script } = suiteOf(folder);
  const baseline = join(ROOT, 'scripts', 'conformance', `baseline-${revision}.yml`);
  const args = [
    script,
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '--spec-version',
    revision,
    '--expected-failures',
    baseline,
    '-o',
    join(folder, 'results', revision),
  ];
  return new Promise((resolve) =>
    spawn(node, args, { stdio: ['ignore', 1, 2] }).on('close', (code) => resolve(code ?? 1)),
  );
}

const folder = process.argv[2] ?? join(tmpdir(), 'jobdata-conformance');
install(folder);
const dataDir = mkdtempSync(join(tmpdir(), 'jobdata-conformance-data-'));
const plansFile = join(dataDir, 'plans.json');
writeFileSync(plansFile, JSON.stringify({ pro: { monthly_credits: 2000, rpm_limit: 100_000 } }));
const context = await createService(readConfig({ DATA_DIR: dataDir, PLANS_FILE: plansFile, LOG_LEVEL: 'warn' }));
const account = await context.accounts.create({ email: 'conformance@example.com', plan: 'pro' });
const { apiKey } = await context.apiKeys.create(account.id);
const proxy = await startKeyProxy(new URL(await context.app.listen({ host: '127.0.0.1', port: 0 })), apiKey);
const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
let failed = false;
for (const revision of REVISIONS) {
  process.stdout.write(`\n== MCP ${revision}\n`);
  const code = await runSuite(folder, url, revision);
  process.stdout.write(`${revision}: ${code === 0 ? 'passed, but for the listed exceptions' : `exit code ${code}`}\n`);
  failed ||= code !== 0;
  const authorization = await runAuthorization(suiteOf(folder), mkdtempSync(join(dataDir, 'oauth-')), revision);
  process.stdout.write(
    `${revision}, authorization: ${authorization === 0 ? 'passed' : `exit code ${authorization}`}\n`,
  );
  failed ||= authorization !== 0;
}
proxy.closeAllConnections();
proxy.close();
await context.close();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
