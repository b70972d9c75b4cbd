import type { IgnoredArgument } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Clock } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { Claim } from '../store/types.ts';
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
import type { Tool, ToolTable } from './tool.ts';

/** The part of a runner that makes calls. */
export type CallRunner = Pick<ToolRunner, 'run' | 'balance'>;

export interface ToolRunnerOptions {
  tools: ToolTable;
  store: MeteringStore;
  clock: Clock;
  deadlineMs: number;
  /** For calls with test keys. */
  test?: boolean;
  report: (report: CallReport) => void;
  /** Called for free calls that the store could not record. */
  onFault: (error: unknown) => void;
  /** Between looks for an equal call of another replica; default: the machine's timer. */
  wait?: Wait;
}

/** Runs tools for callers: admits, validates, reserves, executes and settles within the deadline (SPEC §2, §7). */
export class ToolRunner {
  readonly #tools: ToolTable;
  readonly #metering: Metering;
  readonly #deadlineMs: number;
  readonly #idempotency: Idempotency;
  /** Number of calls without an answer yet. */
  #active = 0;
  #whenIdle: () => void = () => {};

  constructor({ tools, store, clock, deadlineMs, test = false, report, onFault, wait }: ToolRunnerOptions) {
    this.#tools = tools;
    this.#metering = { store, clock, test, report, freeCalls: new FreeCallLog(store.ledger, onFault) };
    this.#deadlineMs = deadlineMs;
    this.#idempotency = new Idempotency(store.replays, clock, wait);
  }

  /** Waits for running calls, at most one deadline long, and writes the recorded free calls to the store. */
  async close(): Promise<void> {
    if (this.#active > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#deadlineMs);
        this.#whenIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await this.#metering.freeCalls.flush();
  }

  /** Number of calls without an answer yet. */
  get active(): number {
    return this.#active;
  }

  /** Runs a call. Rejects with a ServiceError, after which nothing is reserved. */
  async run(asked: RunRequest): Promise<RunOutcome> {
    const { deprecated } = this.#tools;
    const name = deprecated.toolOf(asked.tool);
    const request = name === asked.tool ? asked : { ...asked, tool: name };
    const { tool, readArguments, ignored: ignoredOf } = this.#tools.require(name);
    const ignored = ignoredOf(request.arguments);
    const call = new MeteredCall(
      request,
      withMeta(tool, {
        [DEPRECATED_META]: deprecated.notes(asked.tool, asked.arguments),
        [IGNORED_META]: ignored,
      }),
      this.#metering,
    );
    const deadline = new Deadline(this.#metering.clock.now(), this.#deadlineMs, request.signal);
    const key = tool.free ? undefined : request.idempotencyKey;
    this.#active += 1;
    try {
      const args = readArguments(request.arguments);
      call.checkAccount();
      const execute = (claim?: Claim): Promise<RunOutcome> => this.#execute(call, { args, ignored }, deadline, claim);
      if (key === undefined) return await execute();
      const argumentsHash = hashArguments(name, args);
      return await this.#idempotency.joinOrRun({ call, key, argumentsHash, deadline, execute });
    } catch (thrown) {
      // Paid calls have added to a store fault already whether the caller was charged.
      const error = thrown instanceof StoreFault ? refusalOf(thrown) : thrown;
      await call.fail(error);
      throw error;
    } finally {
      this.#active -= 1;
      if (this.#active === 0) this.#whenIdle();
    }
  }

  /** What is left of the caller's allowance. */
  async balance({ account }: Caller): Promise<Millicredits> {
    return (await this.#metering.store.ledger.balance(account.id, this.#metering.clock.now())).balance;
  }

  async #execute(
    call: MeteredCall,
    { args, ignored }: { args: Record<string, unknown>; ignored: readonly IgnoredArgument[] },
    deadline: Deadline,
    claim: Claim | undefined,
  ): Promise<RunOutcome> {
    const prepared = await call.tool.prepare(args as never, new DeadlinedCall(call.request, deadline, ignored));
    return call.execute(prepared, claim);
  }
}

/** The tool, whose answers report the names of the call that are deprecated or not ours; lists that are empty are left out. */
function withMeta(tool: Tool, lists: Readonly<Record<string, readonly object[]>>): Tool {
  const meta = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
  if (Object.keys(meta).length === 0) return tool;
  return {
    ...tool,
    prepare: async (args, call) => {
      const prepared = await tool.prepare(args, call);
      return {
        ...prepared,
        run: async () => {
          const result = await prepared.run();
          return { ...result, meta: { ...result.meta, ...meta } };
        },
      };
    },
  };
}
