import { loadForStart } from './app/check-start.ts';
import { serve } from './app/serve.ts';

/**
 * The settings by their names in the documentation, as one would write them in
 * the environment (`PORT: 8080` and `'8080'` are one); others are ignored.
 * Nothing is taken from the environment.
 */
export type Settings = Readonly<Record<string, string | number | boolean | undefined>>;

/** The service within another program. */
export interface JobDataService {
  /** Where it takes calls, e.g. `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  /**
   * Resolves with a sentence when the service has ended by itself, because its
   * disk failed. The program should end then, too: a new service can be had in
   * a new process alone.
   */
  readonly failed: Promise<string>;
  /** Takes no more calls, answers those that run, and closes the store. */
  close(): Promise<void>;
}

/** What else the program may say. */
export interface ServiceOptions {
  /** Takes what a start has to say to its operator: the keys of a first start, terms of platforms. Default: nobody. */
  print?: (text: string) => void;
}

/**
 * Starts the service on its data folder (DATA_DIR), which is then its own, and
 * listens (HOST, PORT; `PORT: 0` for any that is free). Rejects with an Error
 * whose message has a sentence for each setting that is wrong, or that says
 * what kept it from starting.
 */
export async function createService(settings: Settings = {}, options: ServiceOptions = {}): Promise<JobDataService> {
  const running = await serve(await loadForStart(asTexts(settings)), options.print ?? (() => {}));
  return {
    url: `${running.address}/mcp`,
    failed: running.failed,
    close: () => running.stop(),
  };
}

function asTexts(settings: Settings): Record<string, string> {
  const texts: Record<string, string> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    if (['string', 'number', 'boolean'].includes(typeof value)) texts[name] = String(value);
    else faults.push(`${name} must be a text, a number or a truth value.`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return texts;
}
