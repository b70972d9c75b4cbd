import { GetReputationArguments, GetReputationResult, MAXIMUM_NAMES } from '../../schemas/index.ts';
import { PRICES } from '../credits/tool-prices.ts';
import { ServiceError } from '../errors.ts';
import { explainCountry } from '../jobs/catalog.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze } from '../lib/text.ts';
import { writeReputationAnswer } from '../reputation/reputation-answer.ts';
import type { ReputationLookup } from '../reputation/reputation-lookup.ts';
import { invalidParams } from './read-arguments.ts';
import type { Tool, ToolCall } from './tool.ts';
import { documentMeta } from '../widgets/documents.ts';

export function createGetReputationTool(
  lookup: Pick<ReputationLookup, 'prepare'>,
): Tool<GetReputationArguments, ToolCall> {
  return {
    definition: {
      name: 'get_reputation',
      title: 'Look up employers',
      description: `What employees say of employers in Great Britain and France: rating from 1 to 5, number of reviews and key themes, from Indeed company pages and Glassdoor. light (up to ${MAXIMUM_NAMES.light} names): figures from search results. deep (up to ${MAXIMUM_NAMES.deep} names): the sites' own pages, with themes extracted from the reviews. Kept for 90 days. A company without data has rating null; _meta says for each name where its figures come from. Cost: 2.0 credits light, 3.0 deep (2.0 without extracted insights), 0.5 when all names are stored, nothing when none could be looked up.`,
      inputSchema: GetReputationArguments,
      outputSchema: GetReputationResult,
      annotations: {
        title: 'Look up employers',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      _meta: documentMeta('reputation', { aliases: true, callable: true }),
    },
    hint: ({ country }) => explainCountry(country),
    prepare: async (args, call) => {
      const depth = args.mode ?? 'light';
      checkNames(args.company_names);
      if (depth === 'deep' && args.company_names.length > MAXIMUM_NAMES.deep) {
        throw new ServiceError(
          'validation',
          `Deep mode takes up to ${MAXIMUM_NAMES.deep} company names at once; ${args.company_names.length} were given. Split the call, or use light mode for up to ${MAXIMUM_NAMES.light}.`,
          {
            details: {
              fields: [
                { path: '/company_names', message: `must hold at most ${MAXIMUM_NAMES.deep} names in deep mode` },
              ],
            },
          },
        );
      }
      const prepared = await lookup.prepare({ names: args.company_names, depth, country: args.country });
      const fresh = depth === 'deep' ? PRICES.reputationDeep : PRICES.reputationLight;
      const surcharge = depth === 'deep' ? PRICES.reputationInsights : 0;
      return {
        maximum: prepared.stored ? PRICES.reputationStored : fresh + surcharge,
        immediate: prepared.stored,
        run: async () => {
          const answer = await prepared.run(call);
          const cost = answer.fresh ? fresh + (answer.extracted ? surcharge : 0) : PRICES.reputationStored;
          return {
            ...writeReputationAnswer(answer.names, args.output ?? 'json', args.country),
            cost,
            cached: !answer.fresh,
          };
        },
      };
    },
  };
}

/** Refuses names that have only invisible characters, which the schema's pattern does not detect. */
function checkNames(names: readonly string[]): void {
  const fields = names.flatMap((name, index) =>
    squeeze(stripInvisible(name)) === '' ? [{ path: `/company_names/${index}`, message: 'must not be blank' }] : [],
  );
  if (fields.length > 0) throw invalidParams(fields);
}
