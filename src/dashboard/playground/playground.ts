import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProgressUpdate, ToolDefinition } from '../../tools/tool.ts';
import { field } from '../form.ts';
import { StoredAnswers, type PlaygroundAnswer } from '../tool-calls/answers.ts';
import { faultsOf, strayPlatforms } from '../tool-calls/faults.ts';
import { isSameForm, readMode, readPlaygroundForm, type PlaygroundForm } from '../tool-calls/form.ts';
import type { JobsView } from '../tool-calls/jobs.ts';
import { RunningCalls, runPlayground } from './run.ts';
import type { DashboardServices, OfferedPlatform } from '../services.ts';
import type { AnswerContext } from '../tool-calls/views/context.ts';
import { accountOf } from '../page-context.ts';

const FIRST_TOOL = 'scrape_jobs';

export class Playground {
  readonly running = new RunningCalls();
  readonly answers: StoredAnswers;
  readonly tools: readonly ToolDefinition[];
  readonly #app: FastifyInstance;
  readonly #services: DashboardServices;

  constructor(app: FastifyInstance, services: DashboardServices) {
    this.#app = app;
    this.#services = services;
    this.answers = new StoredAnswers(services.clock);
    const { definitions } = services.tools;
    this.tools = [
      ...definitions.filter(({ name }) => name !== 'ping'),
      ...definitions.filter(({ name }) => name === 'ping'),
    ];
  }

  pickTool(name: string | undefined): ToolDefinition {
    const named = (wanted: string | undefined) => this.tools.find((tool) => tool.name === wanted);
    return named(name) ?? named(FIRST_TOOL) ?? (this.tools[0] as ToolDefinition);
  }

  readForm({ body }: FastifyRequest): { form: PlaygroundForm } | { form?: undefined; fault: 'tool' | 'mode' } {
    const tool = this.tools.find(({ name }) => name === field(body, 'tool'));
    if (!tool) return { fault: 'tool' };
    const mode = readMode(field(body, 'mode') ?? 'sample');
    if (!mode) return { fault: 'mode' };
    return { form: readPlaygroundForm(body, tool, mode) };
  }

  platforms(request: FastifyRequest): readonly OfferedPlatform[] {
    return this.#services.platformsOf(this.#services.accounts.planOf(accountOf(request)));
  }

  /**
   * Returns the stored answer if the same form was sent before and had a result. No call is made, or counted towards
   * the rate limit, if platforms of the other country are ticked, or if the form is live and the account's address is
   * not confirmed.
   */
  async answer(
    request: FastifyRequest,
    form: PlaygroundForm,
    signal: AbortSignal,
    onProgress: (update: ProgressUpdate) => void,
  ): Promise<PlaygroundAnswer> {
    const account = accountOf(request);
    const before = this.answers.find(account.id, form.run);
    if (before?.outcome.kind === 'result' && isSameForm(before.form, form)) return before;
    if (form.mode === 'live' && (await this.#services.registration.confirmation(account.id)) === 'pending') {
      return { form, outcome: { kind: 'unconfirmed' } };
    }
    if (strayPlatforms(form, this.platforms(request)).length > 0) {
      const refused = { reason: 'validation', message: '', details: {}, requestId: request.id } as const;
      return { form, outcome: { kind: 'refused', ...refused } };
    }
    return { form, outcome: await runPlayground(this.#app, this.#services, request, form, signal, onProgress) };
  }

  keep(request: FastifyRequest, answer: PlaygroundAnswer, view: JobsView): AnswerContext {
    return this.context(request, answer, this.answers.put(accountOf(request).id, answer), view);
  }

  context(request: FastifyRequest, answer: PlaygroundAnswer, isStored: boolean, view: JobsView): AnswerContext {
    const platforms = this.platforms(request);
    const { pageContext } = request;
    return {
      pageContext,
      answer,
      isStored,
      view,
      names: new Map(platforms.map(({ code, name }) => [code, name])),
      faults: faultsOf(answer, platforms, pageContext.texts),
    };
  }
}
