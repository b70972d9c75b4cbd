import type { Command } from './command.ts';

/**
 * The commands of a file. They are loaded on demand, because loading all files takes several times longer than loading
 * one.
 */
interface CommandFile {
  /** The first word of each of the file's commands. */
  word: string;
  load(): Promise<readonly Command[]>;
}

export type CommandGroup = readonly [heading: string, commands: readonly Command[]];

const one = (word: string, load: () => Promise<Command>): CommandFile => ({ word, load: async () => [await load()] });

const FILES: readonly (readonly [heading: string, files: readonly CommandFile[]])[] = [
  [
    'Run',
    [
      one('serve', async () => (await import('./serve.ts')).serve),
      one('mcp', async () => (await import('./mcp.ts')).mcp),
    ],
  ],
  [
    'Ask',
    [
      one('search', async () => (await import('./search.ts')).search),
      one('reputation', async () => (await import('./reputation.ts')).reputation),
      one('scrape', async () => (await import('./scrape.ts')).scrape),
    ],
  ],
  [
    'Accounts',
    [
      { word: 'account', load: async () => (await import('./account.ts')).accountCommands },
      { word: 'account', load: async () => (await import('./account-security.ts')).accountSecurityCommands },
    ],
  ],
  [
    'Keys, apps and use',
    [
      { word: 'key', load: async () => (await import('./key.ts')).keyCommands },
      { word: 'app', load: async () => (await import('./app.ts')).appCommands },
      one('usage', async () => (await import('./usage.ts')).usage),
      one('invoice', async () => (await import('./invoice.ts')).invoice),
    ],
  ],
  ['Saved searches', [{ word: 'watch', load: async () => (await import('./watch.ts')).watchCommands }]],
  [
    'Read a text or a saved page, offline',
    [
      one('read', async () => (await import('./read.ts')).read),
      one('parse', async () => (await import('./parse.ts')).parse),
      one('match', async () => (await import('./match.ts')).match),
      one('snippet', async () => (await import('./snippet.ts')).snippet),
      one('themes', async () => (await import('./themes.ts')).themes),
      one('hash', async () => (await import('./hash.ts')).hash),
    ],
  ],
  [
    'Sources',
    [
      one('doctor', async () => (await import('./doctor.ts')).doctor),
      one('fixture', async () => (await import('./fixture.ts')).fixture),
    ],
  ],
  [
    'Database',
    [
      one('verify', async () => (await import('./verify.ts')).verify),
      one('backup', async () => (await import('./backup.ts')).backup),
      one('restore', async () => (await import('./backup.ts')).restore),
      one('migrate', async () => (await import('./migrate.ts')).migrate),
      one('import', async () => (await import('./import.ts')).importCommand),
    ],
  ],
];

/** Returns all commands in their groups or, with `word`, those whose name begins with this word. */
export async function commandGroups(word?: string): Promise<CommandGroup[]> {
  const groups = await Promise.all(
    FILES.map(async ([heading, files]) => {
      const wanted = files.filter((file) => word === undefined || file.word === word);
      return [heading, (await Promise.all(wanted.map(({ load }) => load()))).flat()] as const;
    }),
  );
  return groups.filter(([, commands]) => commands.length > 0);
}
