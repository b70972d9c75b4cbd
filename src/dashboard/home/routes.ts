import { Type, type Static } from 'typebox';
import { TRIAL_PLAN } from '../../accounts/plans.ts';
import { TokenField } from '../input.ts';
import { sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import type { SampleQuestion } from '../services.ts';
import { homePage } from './view.ts';

const QUESTIONS: readonly SampleQuestion[] = ['jobs', 'employer', 'page'];

const HomeQuery = Type.Object({ ask: Type.Optional(TokenField) });

/** `/`: the home page with an answer from sample data. `ask` in the query chooses the question. */
export function registerHomeRoutes({ open, services }: DashboardScope): void {
  // Prepares the first visitor's answer without delaying the start.
  open.addHook('onListen', async () => {
    setImmediate(() => void services.homePageSample('GB', 'jobs'));
  });

  open.get<{ Querystring: Static<typeof HomeQuery> }>(
    '/',
    { schema: { querystring: HomeQuery } },
    async (request, reply) => {
      const { pageContext } = request;
      const { home } = pageContext.texts;
      const country = pageContext.language === 'fr' ? 'FR' : 'GB';
      const trial = services.accounts.planOf({ plan: TRIAL_PLAN, allowance: 0 });
      const canSearch = services.platformsOf(trial).some((platform) => platform.country === country);
      const questions = QUESTIONS.filter((question) => question !== 'jobs' || canSearch);
      const selected = questions.find((question) => question === request.query.ask) ?? (questions[0] as SampleQuestion);
      const answer = await services.homePageSample(country, selected);
      return sendPage(request, reply, {
        title: home.title,
        description: home.lead,
        assets: ['playgroundStyle'],
        body: homePage({ questions, selected, answer }, services, pageContext),
      });
    },
  );
}
