import { output, withAppContext, type Command } from './command.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Check the store and the ledger.',
  usage: '[--json]',
  examples: ['', '--json'],
  run: (args) =>
    withAppContext(args, async ({ store, clock }) => {
      const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(clock.now()))];
      const ok = problems.length === 0;
      output(args, { ok, problems }, ok ? 'The store and the ledger are sound.' : problems.join('\n'));
      return ok ? 0 : 1;
    }),
};
