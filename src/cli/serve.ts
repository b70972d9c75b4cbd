import { CHECKOUT_COMMAND } from '../app/checkout-command.ts';
import { loadForStart } from '../app/check-start.ts';
import { runService } from '../app/run.ts';
import { messageOf } from '../lib/error-message.ts';
import type { Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  usage: '',
  examples: [''],
  run: async (args) => {
    const { terminal } = args;
    const print = (line: string): void => terminal.stderr(line);
    await runService(await loadForStart(terminal.env), print, commandLineOf(terminal.env)).catch((error: unknown) => {
      terminal.stderr(`${messageOf(error)}\n`);
      // A regular shutdown would write to the failed disk.
      process.exit(1);
    });
  },
};

/**
 * How the user starts commands, derived from how this process was started: in the checkout, through npx, or installed.
 */
function commandLineOf(env: NodeJS.ProcessEnv): string {
  if (process.argv[1]?.endsWith('jobdata.mjs')) return CHECKOUT_COMMAND;
  return env['npm_command'] === 'exec' ? 'npx jobdata' : 'jobdata';
}
