import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProgressUpdate, ToolDefinition } from '../tools/tool.ts';
import { field } from './form.ts';
import type { PlaygroundAnswer } from './playground-answers.ts';
import { SharedAnswers } from './shared-answers.ts';
import { faultsOf, strayPlatforms } from './playground-faults.ts';
import { isSameForm, readMode, readPlaygroundForm, type PlaygroundForm } from './playground-form.ts';
import type { JobsView } from './playground-jobs.ts';
import { RunningCalls, runPlayground } from './playground-run.ts';
import type { DashboardServices, OfferedPlatform } from './services.ts';
import type { AnswerContext } from './views/playground/context.ts';
import { accountOf } from './visit.ts';

/** Opened where the address names no tool. */
const FIRST_TOOL = 'scrape_jobs';

/** What the routes of the playground have in common: its tools, the calls at work, and the last answers. */
export class Playground {
  readonly running = new RunningCalls();
  readonly kept: SharedAnswers;
  /** `scrape_jobs` first, `ping` last. */
  readonly tools: readonly ToolDefinition[];
  readonly #app: FastifyInstance;
  readonly #services: DashboardServices;

  constructor(app: FastifyInstance, services: DashboardServices) {
    this.#app = app;
    this.#services = services;
    this.kept = new SharedAnswers(services.clock, services.texts);
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

  /** The posted form; one that names no such tool or data runs nothing, and least of all something that costs. */
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
   * The form's answer: one that is kept already, as after a reload, or a new
   * one. Nothing is run or counted for a form that cannot be meant.
   */
  async answer(
    request: FastifyRequest,
    form: PlaygroundForm,
    signal: AbortSignal,
    onProgress: (update: ProgressUpdate) => void,
  ): Promise<PlaygroundAnswer> {
    const account = accountOf(request);
    const before = await this.kept.find(account.id, form.run);
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

  /** Keeps an answer for as long as may be, and says what its views know. */
  async keep(request: FastifyRequest, answer: PlaygroundAnswer, view: JobsView): Promise<AnswerContext> {
    return this.context(request, answer, await this.kept.keep(accountOf(request).id, answer), view);
  }

  context(request: FastifyRequest, answer: PlaygroundAnswer, kept: boolean, view: JobsView): AnswerContext {
    const platforms = this.platforms(request);
    const { visit } = request;
    return {
      visit,
      answer,
      kept,
      view,
      names: new Map(platforms.map(({ code, name }) => [code, name])),
      faults: faultsOf(answer, platforms, visit.texts),
    };
  }
}
