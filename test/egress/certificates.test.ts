import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import { createRenderer } from '../../src/egress/create-renderer.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';
import { faultOf, get, listen, openEgress } from './loopback.ts';

const missing = (['openssl', 'certutil'] as const).find((name) => !existsSync(`/usr/bin/${name}`));
const browser = (await findBrowser(null)).path;
const skip = missing
  ? `${missing} is not on this machine: install openssl and libnss3-tools`
  : browser
    ? false
    : 'no browser on this machine';

/** Keys of this kind are made faster than those of RSA. */
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Certificates made by an authority and by impostors. */
function makeCertificates(t: Test) {
  const folder = t.testdir({ san: 'subjectAltName=DNS:tls.test\n' });
  const openssl = (...words: string[]): void =>
    void execFileSync('/usr/bin/openssl', words, { cwd: folder, stdio: 'ignore' });
  const authority = (name: string): void =>
    openssl(
      'req',
      '-x509',
      ...NEW_KEY,
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=Corporate Authority',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    );
  const leaf = (name: string, by: string, days: string): void => {
    openssl('req', ...NEW_KEY, '-nodes', '-subj', '/CN=tls.test', '-keyout', `${name}.key`, '-out', `${name}.csr`);
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${by}.pem`,
      '-CAkey',
      `${by}.key`,
      '-CAcreateserial',
      '-days',
      days,
      '-extfile',
      'san',
      '-out',
      `${name}.pem`,
    );
  };
  authority('ca');
  // Another key under the same name.
  authority('forger');
  leaf('good', 'ca', '30');
  leaf('forged', 'forger', '30');
  leaf('expired', 'ca', '-1');
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-nodes',
    '-days',
    '30',
    '-subj',
    '/CN=tls.test',
    '-addext',
    'subjectAltName=DNS:tls.test',
    '-keyout',
    'self.key',
    '-out',
    'self.pem',
  );
  return (name: string): string => readFileSync(join(folder, name), 'utf8');
}

t.test('SPEC §11: EGRESS_CA_FILE adds one trusted authority and trusts nothing else', { skip }, async (t) => {
  const file = makeCertificates(t);
  const ca = file('ca.pem');
  const serve = async (name: string, ...chain: string[]): Promise<number> =>
    listen(
      t,
      createServer({ key: file(`${name}.key`), cert: [file(`${name}.pem`), ...chain].join('\n') }, (_, response) => {
        response.setHeader('content-type', 'text/html');
        response.end('<p>sealed</p>');
      }),
    );
  const sites: [name: string, port: number, host: string, fault: string][] = [
    ['signed by the authority', await serve('good'), 'tls.test', 'none'],
    ['for another name', await serve('good', ca), 'wrong.test', 'certificate'],
    ['of a forger under its name', await serve('forged'), 'tls.test', 'certificate'],
    ["of a forger, with the authority's own beside it", await serve('forged', ca), 'tls.test', 'certificate'],
    ['expired', await serve('expired', ca), 'tls.test', 'certificate'],
    ['signed by itself', await serve('self'), 'tls.test', 'certificate'],
    ["signed by itself, with the authority's beside it", await serve('self', ca), 'tls.test', 'certificate'],
  ];
  const pem = join(t.testdirName, 'extra.pem');
  writeFileSync(pem, ca);
  const allow = sites.map(([, port, host]) => `${host}:${port}`);
  const egress = openEgress(t, { allow, env: { EGRESS_CA_FILE: pem } });
  const settings = { chromiumPath: browser ?? null, browserWsEndpoint: null, egressCaFile: ca };
  const renderer = createRenderer({ egress, settings });
  t.teardown(() => renderer.close());
  t.equal(await renderer.unavailable(), undefined);
  for (const [name, port, host, fault] of sites) {
    const url = `https://${host}:${port}/`;
    t.equal((await faultOf(egress.fetch(get(url)))).fault, fault, `${name}, fetched`);
    t.equal(
      (await faultOf(egress.fetch(get(url, { browser: true, http2: true })))).fault,
      fault,
      `${name}, as a browser`,
    );
    t.equal((await faultOf(renderer.render({ url, timeoutMs: 60_000 }))).fault, fault, `${name}, rendered`);
  }
  const [, port] = sites[0] as (typeof sites)[0];
  const plain = openEgress(t, { allow });
  const unaware = await openSharedRenderer(t, plain);
  const url = `https://tls.test:${port}/`;
  t.equal((await faultOf(plain.fetch(get(url)))).fault, 'certificate', 'without the setting: fetched');
  t.equal((await faultOf(unaware.render({ url, timeoutMs: 60_000 }))).fault, 'certificate', 'and rendered');
});
