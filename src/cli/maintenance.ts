import { serve as startService } from '../app/serve.ts';
import { configOf, JSON_OPTION, printJson, requirePositional, withCore, type Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  usage: '',
  options: {},
  run: async (given) => {
    const running = await startService(configOf(given), (line) => given.terminal.stdout(line));
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await running.stop();
  },
};

export const verify: Command = {
  name: 'verify',
  summary: 'Check the store and the ledger.',
  usage: '[--json]',
  options: JSON_OPTION,
  run: (given) =>
    withCore(given, async ({ store, clock }) => {
      const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(clock.now()))];
      if (given.values['json']) printJson(given, { ok: problems.length === 0, problems });
      else
        given.terminal.stdout(
          problems.length === 0 ? 'The store and the ledger are sound.\n' : `${problems.join('\n')}\n`,
        );
      return problems.length > 0 ? 1 : 0;
    }),
};

export const backup: Command = {
  name: 'backup',
  summary: 'Copy the database into a new file while the service runs.',
  usage: 'FILE [--json]',
  words: 1,
  options: JSON_OPTION,
  run: (given) =>
    withCore(given, async ({ store }) => {
      const file = requirePositional(given, 0, 'FILE');
      await store.backup(file);
      if (given.values['json']) printJson(given, { ok: true, file });
      else given.terminal.stdout(`The database is copied to ${file}.\n`);
    }),
};
