import { CHECKOUT_COMMAND, shellOf } from '../app/shell.ts';
import { messageOf } from '../lib/error-message.ts';
import type { Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  usage: '',
  examples: [''],
  run: async (args) => {
    const { terminal } = args;
    // The service is loaded only here, because other commands do not need it and would start later.
    const { loadForStart } = await import('../app/check-start.ts');
    const config = await loadForStart(terminal.env);
    const { runService } = await import('../app/run.ts');
    const print = (line: string): void => terminal.stderr(line);
    await runService(config, print, shellOf(terminal.env, commandLineOf(terminal.env))).catch((error: unknown) => {
      terminal.stderr(`${messageOf(error)}\n`);
      // If the disk has failed, a regular shutdown would write to it.
      process.exit(1);
    });
  },
};

/**
 * Returns the words that run this program in a shell. They depend on how this process was started: in the checkout,
 * through npx, or installed.
 */
function commandLineOf(env: NodeJS.ProcessEnv): string {
  if (process.argv[1]?.endsWith('jobdata.mjs')) return CHECKOUT_COMMAND;
  return env['npm_command'] === 'exec' ? 'npx jobdata' : 'jobdata';
}
