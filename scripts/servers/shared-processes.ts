import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The process runs the built file, even if this file runs from the sources. */
const ENTRY = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.js') ? 'shared-process.js' : '../../dist/scripts/servers/shared-process.js',
    import.meta.url,
  ),
);

export class SharedProcess {
  readonly child: ChildProcess;
  begun = 0;

  constructor(redisUrl: string) {
    this.child = fork(ENTRY, [redisUrl], { env: { PATH: process.env['PATH'] ?? '' }, execArgv: [] });
    this.child.on('message', (message: { begun?: number }) => {
      if (message.begun !== undefined) this.begun += 1;
    });
  }

  /** Rejects if the process ends before it answers. */
  ask<T>(order: string, given: object = {}): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      const hear = (message: { done?: T }): void => {
        if (!('done' in message)) return;
        this.child.off('message', hear);
        resolve(message.done as T);
      };
      this.child.on('message', hear);
      this.child.once('exit', () => reject(new Error('The process has ended.')));
    });
    this.child.send({ order, ...given });
    return done;
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }
}

export async function startSharedProcesses(redisUrl: string, count: number): Promise<SharedProcess[]> {
  const processes = Array.from({ length: count }, () => new SharedProcess(redisUrl));
  await Promise.all(
    processes.map(
      ({ child }) =>
        new Promise<void>((resolve, reject) => {
          child.once('message', () => resolve());
          child.once('exit', () => reject(new Error('The process has ended.')));
        }),
    ),
  );
  return processes;
}
