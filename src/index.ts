import { loadForStart } from './app/check-start.ts';
import { serve } from './app/serve.ts';

/**
 * Settings by their documented names, as in the environment (`PORT: 8080` equals
 * `'8080'`); unknown names are ignored. Nothing is read from the environment.
 */
export type Settings = Readonly<Record<string, string | number | boolean | undefined>>;

/** The service inside another program. */
export interface JobDataService {
  /** URL for calls, such as `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  /**
   * Resolves with a sentence when the service ended by itself because its disk
   * failed. The program should end as well: a new service needs a new process.
   */
  readonly failed: Promise<string>;
  /** Takes no more calls, answers the running ones, and closes the store. */
  close(): Promise<void>;
}

/** Further options. */
export interface ServiceOptions {
  /**
   * Receives what a start prints for its operator: the keys of a first start,
   * what is not set up. Default: not printed.
   */
  print?: (text: string) => void;
}

/**
 * Starts the service on its data folder (DATA_DIR), which it locks, and listens
 * (HOST, PORT; `PORT: 0` for any free one). Rejects with an Error that has a
 * sentence for each wrong setting, or says why it could not start.
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
