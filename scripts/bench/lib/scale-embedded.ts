import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../installs/root.ts';
import { printTarget } from './say.ts';

interface Locked {
  dependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

/** Measures how much the clients of PostgreSQL and Redis add to an installation that needs neither. */
export function measureEmbedded(): void {
  const { packages } = JSON.parse(readFileSync(join(root(), 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const direct = Object.keys(packages['']?.dependencies ?? {});
  const closure = (names: readonly string[], found = new Set<string>()): Set<string> => {
    for (const name of names) {
      if (found.has(name)) continue;
      found.add(name);
      closure(Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}), found);
    }
    return found;
  };
  const clients = ['pg', 'ioredis'];
  const others = closure(direct.filter((name) => !clients.includes(name)));
  const added = [...closure(clients)].filter((name) => !others.has(name));
  const native = added.filter((name) => packages[`node_modules/${name}`]?.hasInstallScript);
  printTarget(9, `packages added: ${added.length}, of them native: ${native.length}`, '25 at most, none native');
  printTarget(9, 'nothing of them is loaded without their settings', 'test/app/package.test.ts');
  printTarget(9, 'ping and a cached search on SQLite: npm run bench service', '0.97 of before');
}
