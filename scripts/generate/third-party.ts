// Lists the packages that the service runs with and their licences, from the lock file and the installed packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tableOf } from './tables.ts';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;
const COPYRIGHT = /^\W*(copyright\b.{4,100})$/im;

/** Returns the packages of a production install. Each name and version appears once. */
export function productionPackages(
  root: string,
): { name: string; version: string; license: string; path: string; mayBeAbsent: boolean }[] {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, Locked & { name?: string }>;
  };
  const rows = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { name, version = '', license = '', optional = false }]) => ({
      // If a package is installed under another name, the lock file also contains its own name.
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      path,
      mayBeAbsent: optional,
    }));
  const unique = new Map(rows.map((row) => [`${row.name}@${row.version}`, row]));
  return [...unique.values()].sort((a, b) =>
    a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1,
  );
}

/**
 * Returns the licence file and the copyright holder. Each is "–" if it is unknown or the package is not installed on
 * every machine.
 */
function textOf(
  root: string,
  { path, mayBeAbsent }: { path: string; mayBeAbsent: boolean },
): [file: string, holder: string] {
  if (mayBeAbsent || !existsSync(root + path)) return ['–', '–'];
  const file = readdirSync(root + path)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()[0];
  if (file === undefined) return ['–', '–'];
  const holder = COPYRIGHT.exec(readFileSync(`${root}${path}/${file}`, 'utf8'))?.[1] ?? '';
  const isForm = /\[yyyy\]|<year>|\{yyyy\}|copyright (?:notice|license|owner|holder|and|statement)/i.test(holder);
  return [`\`${file}\``, isForm ? '–' : holder.replaceAll('|', '\\|').replace(/[<>]/g, '').trim() || '–'];
}

export function thirdParty(root: string): string {
  const all = productionPackages(root);
  const counts = new Map<string, number>();
  for (const { license } of all) counts.set(license, (counts.get(license) ?? 0) + 1);
  const sums = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const rows = all.map((one) => [`\`${one.name}\``, one.version, one.license, ...textOf(root, one)]);
  return `# Packages of others

What the service runs with, by the lock file: ${all.length} packages, which npm installs beside it, each with its licence. A dash: the package has no such file, or is there on some machines alone. \`npm sbom\` prints the same as CycloneDX.

${tableOf(
  ['licence', 'packages'],
  sums.map(([license, count]) => [license, String(count)]),
)}

${tableOf(['package', 'version', 'licence', 'its text', 'of'], rows)}
`;
}
