import { accountCommands } from './account.ts';
import type { Command } from './command.ts';
import { hash } from './hash.ts';
import { keyCommands } from './key.ts';
import { backup, serve, verify } from './maintenance.ts';
import { parse } from './parse.ts';
import { read } from './read.ts';
import { scrape } from './scrape.ts';
import { search } from './search.ts';
import { usage } from './usage.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  ...accountCommands,
  ...keyCommands,
  usage,
  search,
  scrape,
  parse,
  read,
  hash,
  verify,
  backup,
];
