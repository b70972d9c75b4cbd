import { TOOL_STYLE } from '../assets/index.ts';
import { Type } from 'typebox';
import { TRIAL_PLAN } from '../../accounts/plans.ts';
import { TokenField } from '../input.ts';
import { sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import type { SampleQuestion } from '../services.ts';
import { homePage } from './view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const QUESTIONS: readonly SampleQuestion[] = ['jobs', 'employer', 'page'];

/**
 * The answer that most visitors see is prepared this long after the start, so that the start itself need not load the
 * sample data.
 */
const ANSWER_AFTER_MS = 2_000;

const HomeQuery = Type.Object({ ask: Type.Optional(TokenField) });

export function registerHomeRoutes({ open, services }: DashboardScope): void {
  let early: NodeJS.Timeout | undefined;
  open.addHook('onListen', async () => {
    early = setTimeout(() => void services.homePageSample('GB', 'jobs'), ANSWER_AFTER_MS).unref();
  });
  open.addHook('onClose', async () => clearTimeout(early));

  open.get('/', { schema: { querystring: HomeQuery } }, async (request, reply) => {
    const { pageContext } = request;
    const home = textsOf(pageContext, TEXTS);
    const page = { title: home.title, description: home.lead, assets: [TOOL_STYLE] };
    if (pageContext.session) return sendPage(reply, { ...page, body: homePage(undefined, services, pageContext) });
    const country = pageContext.language === 'fr' ? 'FR' : 'GB';
    const trial = services.accounts.planOf({ plan: TRIAL_PLAN, allowance: 0 });
    const canSearch = services.platformsOf(trial).some((platform) => platform.country === country);
    const questions = QUESTIONS.filter((question) => question !== 'jobs' || canSearch);
    const selected = questions.find((question) => question === request.query.ask) ?? (questions[0] as SampleQuestion);
    const answer = await services.homePageSample(country, selected);
    return sendPage(reply, { ...page, body: homePage({ questions, selected, answer }, services, pageContext) });
  });
}
