import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable } from './executable.ts';

const run = promisify(execFile);

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const TIMEOUT_MS = 10_000;
const PLACES = ['/usr/bin/certutil', '/usr/local/bin/certutil', '/bin/certutil'];

/** Returns a sentence with advice if this machine's browser cannot use EGRESS_CA_FILE, and undefined if it can. */
export async function whyNoAuthority(): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    return "EGRESS_CA_FILE cannot be given to this system's browser. Add the authority to the system's own store, and leave pages to BROWSER_WS_ENDPOINT.";
  }
  return (await findCertutil())
    ? undefined
    : 'EGRESS_CA_FILE needs the program certutil to be trusted by the browser. Install it, e.g. "apt-get install libnss3-tools" on Debian.';
}

/**
 * Adds the certificates in `pem` to the certificate database under the home folder `home`. Chromium trusts the
 * authorities in this database in addition to its own. Rejects if certutil is missing or fails.
 */
export async function trustAuthorities(home: string, pem: string): Promise<void> {
  const certutil = await findCertutil();
  if (certutil === undefined) throw new Error('There is no certutil.');
  const folder = join(home, '.pki', 'nssdb');
  await mkdir(folder, { recursive: true });
  const database = ['-d', `sql:${folder}`];
  await run(certutil, ['-N', ...database, '--empty-password'], { timeout: TIMEOUT_MS });
  for (const [index, certificate] of (pem.match(CERTIFICATE) ?? []).entries()) {
    const file = join(home, `authority-${index}.pem`);
    await writeFile(file, certificate);
    // The trust flag "C" permits an authority to issue server certificates only.
    const entry = ['-A', ...database, '-n', `authority ${index}`, '-t', 'C,,', '-i', file];
    await run(certutil, entry, { timeout: TIMEOUT_MS });
  }
}

async function findCertutil(): Promise<string | undefined> {
  for (const path of PLACES) if (await isExecutable(path)) return path;
  return undefined;
}
