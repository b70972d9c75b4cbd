import { loadForStart } from './app/check-start.ts';
import { serve } from './app/serve.ts';

/**
 * Settings by their documented names, with values as in the environment (`PORT: 8080` equals `'8080'`). Unknown names
 * are ignored, and the environment is not read.
 */
export type Settings = Readonly<Record<string, string | number | boolean | undefined>>;

/** A service that runs inside another program. */
export interface JobDataService {
  /** URL for calls, such as `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  /**
   * Resolves with a sentence if the service stopped by itself because its disk failed. The program should end as well:
   * a new service needs a new process.
   */
  readonly failed: Promise<string>;
  /** Accepts no more calls, answers the running ones, and closes the store. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /**
   * Receives the texts that a start prints for its operator, such as the keys of a first start; by default they are
   * dropped.
   */
  print?: (text: string) => void;
}

/**
 * Starts the service on the database in DATABASE_URL or, without it, in DATA_DIR, which it locks, and listens on HOST
 * and PORT (0 for any free port). Rejects with a sentence for each wrong setting, or with the reason why it could not
 * start.
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
