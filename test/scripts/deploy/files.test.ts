import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { PLATFORM_SETTINGS } from '../../../src/sources/platforms/index.ts';
import { SETTINGS } from '../../../src/config/config.ts';

const folder = new URL('../../../scripts/deploy/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Instructions of a Dockerfile, one per line, without comments. */
function instructions(): { name: string; words: string }[] {
  return read('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ')[0] ?? '', words: line.slice(line.indexOf(' ') + 1) }));
}

t.test(
  'Dockerfile: stages, a pinned base, no root, no apt leftovers, an init process, commands as lists',
  async (t) => {
    const all = instructions();
    const of = (name: string): string[] => all.filter((one) => one.name === name).map(({ words }) => words);
    t.ok(of('FROM').length >= 2);
    for (const base of of('FROM')) {
      t.match(base, /^node:\d+-bookworm-slim(?: AS \w+)?$/, base);
      t.notMatch(base, /latest/);
    }
    t.strictSame(of('ADD'), [], 'what is copied comes from the checkout');
    for (const words of of('RUN')) {
      t.notMatch(words, /\bsudo\b|apt-get upgrade|curl[^|]*\|/, words);
      if (!words.includes('apt-get install')) continue;
      t.match(words, /--no-install-recommends/);
      t.match(words, /rm -rf \/var\/lib\/apt\/lists\/\*/);
      t.ok(words.indexOf('apt-get update') < words.indexOf('apt-get install'));
    }
    const lastStage = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
    t.strictSame(
      lastStage.filter(({ name }) => name === 'USER').map(({ words }) => words),
      ['10001'],
      'a number: orchestrators can tell that it is not root',
    );
    t.ok(lastStage.some(({ name }) => name === 'HEALTHCHECK'));
    for (const name of ['ENTRYPOINT', 'CMD'])
      t.match(of(name).at(-1), /^\[".*"\]$/, 'no shell between the signal and the service');
    t.match(of('ENTRYPOINT')[0], /^\["tini"/);
    // The build copies only what it may copy.
    const kept = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    t.strictSame(
      kept.filter((line) => /node_modules|data|\.env|\.git/.test(line)),
      [],
    );
  },
);

t.test('compose files: confined, limited, secrets from files, pinned images', async (t) => {
  const alone = read('compose.yaml');
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    'no-new-privileges:true',
    'mem_limit:',
    'pids_limit:',
    'max-size:',
  ])
    t.ok(alone.includes(line), line);
  t.match(alone, /- '127\.0\.0\.1:8080:8080'/, 'not on every address of the machine');
  const settings = new Map([...SETTINGS, ...PLATFORM_SETTINGS].map((one) => [one.name, 'secret' in one && one.secret]));
  for (const name of ['compose.yaml', 'compose.searxng.yaml', 'compose.caddy.yaml']) {
    const text = read(name);
    t.notMatch(text, /\t/, 'YAML knows no tabs');
    t.notMatch(text, /privileged:|network_mode: host|docker\.sock/);
    for (const [, setting = ''] of text.matchAll(/^ {6}([A-Z][A-Z_]+):/gm)) {
      if (setting.startsWith('JOBDATA_') || setting === 'SEARXNG_SETTINGS_PATH') continue;
      const own = setting.replace(/_FILE$/, '');
      t.ok(settings.has(own), `${name}: ${setting} is a setting`);
      t.equal(settings.get(own) === true, setting.endsWith('_FILE'), `${name}: ${setting} as it is a secret or none`);
    }
  }
});

t.test('compose file of replicas: its services match each other and the settings', async (t) => {
  const compose = read('replicas/compose.yaml');
  const balancer = read('replicas/haproxy.cfg');
  t.notMatch(compose, /\t|privileged: true|network_mode: host|docker\.sock|:latest/);
  t.match(compose, /- '127\.0\.0\.1:8080:8080'/, 'not on every address of the machine');
  const app = compose.slice(compose.indexOf('x-app:'), compose.indexOf('\nservices:'));
  const settings = new Map(SETTINGS.map((one) => [one.name, one]));
  const given = new Map(
    [...app.matchAll(/^ {4}([A-Z][A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  for (const name of given.keys()) {
    const own = settings.get(name.replace(/_FILE$/, ''));
    t.ok(own, `${name} is a setting`);
    t.equal(own?.secret === true, name.endsWith('_FILE'), `${name} as it is a secret or none`);
  }
  t.equal(/replicas: (\d+)/.exec(compose)?.[1], /server-template app (\d+)/.exec(balancer)?.[1]);
  t.match(compose, /maxmemory-policy', 'volatile-lru'/);
  const [, every = '0', falls = '0'] = /inter (\d+)s fall (\d+)/.exec(balancer) ?? [];
  const drainMs = Number(given.get('DRAIN_WAIT_MS')?.replaceAll("'", ''));
  t.ok(drainMs >= 2 * Number(every) * Number(falls) * 1_000, 'the balancer has seen it before the listener closes');
  const deadlineMs = Number(settings.get('CALL_DEADLINE_MS')?.default);
  const graceMs = Number(/stop_grace_period: 75s/.exec(compose) && 75_000);
  t.ok(graceMs > deadlineMs + drainMs, 'calls that run are answered before it is killed');
  const [, serverSeconds = '0'] = /timeout server (\d+)s/.exec(balancer) ?? [];
  t.ok(Number(serverSeconds) * 1_000 > deadlineMs);
  t.notMatch(balancer, /retry-on (?!conn-failure$)/m, 'a call that was sent is never sent again');
  t.notMatch(balancer, /cookie|stick/, 'no affinity');
});

t.test('systemd units are as confined as documented', async (t) => {
  const units = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.service'));
  t.ok(units.length >= 2);
  for (const unit of units) {
    const text = read(unit);
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'CapabilityBoundingSet=',
      'DynamicUser=yes',
    ])
      t.ok(text.split('\n').includes(line), `${unit}: ${line}`);
    let said: string;
    try {
      said = execFileSync(
        'systemd-analyze',
        ['security', '--offline=yes', '--no-pager', fileURLToPath(new URL(unit, folder))],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      );
    } catch {
      t.comment('systemd-analyze is not here, or too old');
      continue;
    }
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1] ?? '10');
    t.ok(exposure <= 2.5, `${unit}: ${exposure} of 10`);
  }
});
