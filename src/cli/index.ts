import { accountSecurityCommands } from './account-security.ts';
import { accountCommands } from './account.ts';
import { appCommands } from './app.ts';
import { backup, restore } from './backup.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { fixture } from './fixture.ts';
import { hash } from './hash.ts';
import { importCommand } from './import.ts';
import { invoice } from './invoice.ts';
import { keyCommands } from './key.ts';
import { match } from './match.ts';
import { mcp } from './mcp.ts';
import { migrate } from './migrate.ts';
import { parse } from './parse.ts';
import { read } from './read.ts';
import { reputation } from './reputation.ts';
import { scrape } from './scrape.ts';
import { search } from './search.ts';
import { serve } from './serve.ts';
import { snippet } from './snippet.ts';
import { themes } from './themes.ts';
import { usage } from './usage.ts';
import { verify } from './verify.ts';
import { watchCommands } from './watch.ts';

export const COMMAND_GROUPS: readonly (readonly [heading: string, commands: readonly Command[]])[] = [
  ['Run', [serve, mcp]],
  ['Ask', [search, reputation, scrape]],
  ['Accounts', [...accountCommands, ...accountSecurityCommands]],
  ['Keys, apps and use', [...keyCommands, ...appCommands, usage, invoice]],
  ['Saved searches', watchCommands],
  ['Read a text or a saved page, offline', [read, parse, match, snippet, themes, hash]],
  ['Sources', [doctor, fixture]],
  ['Database', [verify, backup, restore, migrate, importCommand]],
];

export const COMMANDS = COMMAND_GROUPS.flatMap(([, commands]) => commands);
