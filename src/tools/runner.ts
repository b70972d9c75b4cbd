import { isTestKey } from '../accounts/key-format.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { Claim } from '../store/types.ts';
import type { Tracer } from '../telemetry/tracer.ts';
import { Deadline, DeadlinedCall } from './deadline.ts';
import { DEPRECATED_META } from './deprecated-names.ts';
import { FreeCallLog } from './free-call-log.ts';
import { IGNORED_META } from './ignored-arguments.ts';
import { hashArguments, Idempotency, type Wait } from './idempotency.ts';
import {
  MeteredCall,
  type CallReport,
  type Metering,
  type MeteringStore,
  type RunOutcome,
  type RunRequest,
} from './metered-call.ts';
import type { ToolTable } from './tool.ts';
import { traceCall } from './trace-call.ts';

export type CallRunner = Pick<ToolRunner, 'run' | 'balance'>;

export interface CallMode {
  tools: ToolTable;
  store: MeteringStore;
}

export interface ToolRunnerOptions extends CallMode {
  clock: Clock;
  deadlineMs: number;
  loadTestMode: () => Promise<CallMode>;
  tracer?: Tracer | undefined;
  report: (report: CallReport) => void;
  onFault: (error: unknown) => void;
  wait?: Wait;
}

interface OpenMode {
  tools: ToolTable;
  metering: Metering;
  idempotency: Idempotency;
  active: number;
  begun: number;
}

/** Runs tools for callers: checks, reserves, executes and settles within the deadline (SPEC §2, §7). */
export class ToolRunner {
  readonly #options: ToolRunnerOptions;
  readonly #live: OpenMode;
  #test: OpenMode | undefined;
  #loading: Promise<OpenMode> | undefined;
  #whenIdle: () => void = () => {};

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
    this.#live = this.#open(options, false);
  }

  /**
   * Waits until no call is running, for at most the time of one call's deadline, and writes the counted free calls to
   * the store.
   */
  async close(): Promise<void> {
    if (!this.#isIdle()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#options.deadlineMs);
        this.#whenIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await this.#live.metering.freeCalls.flush();
  }

  get active(): number {
    return this.#live.active;
  }

  get begun(): number {
    return this.#live.begun;
  }

  /**
   * If the promise rejects, nothing is charged, unless the error says that the charge is unknown. The reservation is
   * released, at the latest by the sweep of orphaned reservations.
   */
  run(request: RunRequest): Promise<RunOutcome> {
    const mode = isTestKey(request.caller.key) ? this.#test : this.#live;
    if (!mode) return this.#loadTestMode().then(() => this.run(request));
    const { tracer } = this.#options;
    if (!tracer) return this.#run(mode, request);
    return traceCall(tracer, request, mode.tools.find(request.tool), () => this.#run(mode, request));
  }

  async balance({ account }: Caller): Promise<Millicredits> {
    const { store, clock } = this.#options;
    return (await store.ledger.balance(account.id, clock.now())).balance;
  }

  async #run(mode: OpenMode, asked: RunRequest): Promise<RunOutcome> {
    const { tools, metering, idempotency } = mode;
    const { arguments: given, places, caller } = asked;
    const { tool, readArguments } = tools.require(asked.tool, { arguments: given, places, plan: caller.plan });
    const { name } = tool.definition;
    const request = name === asked.tool ? asked : { ...asked, tool: name };
    const call = new MeteredCall(request, metering);
    const deadline = new Deadline(call.startedAt, this.#options.deadlineMs, request.signal);
    mode.active += 1;
    mode.begun += 1;
    try {
      const { args, ignored, explainIgnored } = readArguments(given, caller.plan, places);
      if (!tool.exemptFromAccountChecks) call.checkAccount();
      const notes: Record<string, readonly object[]> = {};
      const deprecated = tools.deprecated.notes(asked.tool, asked.arguments);
      if (deprecated.length > 0) notes[DEPRECATED_META] = deprecated;
      if (ignored.length > 0) notes[IGNORED_META] = ignored;
      const prepare = (): ReturnType<typeof tool.prepare> =>
        tool.prepare(args as never, new DeadlinedCall(request, deadline, ignored));
      const execute = (claim?: Claim): Promise<RunOutcome> =>
        call.execute(explainIgnored ? withIgnored(prepare, explainIgnored) : prepare(), notes, claim);
      const key = tool.free ? undefined : request.idempotencyKey;
      if (key === undefined) return await execute();
      return await idempotency.joinOrRun({ call, key, argumentsHash: hashArguments(name, args), deadline, execute });
    } catch (thrown) {
      // For a reservation or a charge, the error is already a ServiceError that says whether the caller was charged.
      const error = thrown instanceof StoreFault ? refusalOf(thrown) : thrown;
      await call.fail(error);
      throw error;
    } finally {
      mode.active -= 1;
      if (this.#isIdle()) this.#whenIdle();
    }
  }

  #open({ tools, store }: CallMode, test: boolean): OpenMode {
    const { clock, report, onFault, wait } = this.#options;
    return {
      tools,
      metering: { store, clock, test, report, freeCalls: new FreeCallLog(store.ledger, onFault) },
      idempotency: new Idempotency(store.replays, clock, wait),
      active: 0,
      begun: 0,
    };
  }

  async #loadTestMode(): Promise<void> {
    this.#loading ??= this.#options.loadTestMode().then((mode) => this.#open(mode, true));
    try {
      this.#test = await this.#loading;
    } finally {
      this.#loading = undefined;
    }
  }

  #isIdle(): boolean {
    return this.#live.active === 0 && (this.#test?.active ?? 0) === 0;
  }
}

/**
 * Adds to an error about the arguments what the ignored ones probably mean, so that the caller can correct everything
 * at once.
 */
async function withIgnored<Result>(prepare: () => Result | Promise<Result>, explain: () => string): Promise<Result> {
  try {
    return await prepare();
  } catch (error) {
    const isAboutArguments =
      error instanceof ServiceError && (error.reason === 'validation' || error.reason === 'invalid_params');
    if (!isAboutArguments) throw error;
    throw new ServiceError(error.reason, error.message + explain(), {
      details: error.details,
      cause: error,
      retryable: error.retryable,
    });
  }
}
