import { setTimeout as delay } from 'node:timers/promises';
import { post, rpc, type Started } from './processes.ts';

export type CallerTarget = Required<Pick<Started, 'port' | 'apiKeys'>>;

/** `times` contains the milliseconds of each answer, by target. */
export interface CallerTimes {
  times: number[][];
}

/**
 * Calls `ping` in a separate process, in which no other work can distort the measured times. The first message sets the
 * targets and the interval of one key. Each later message is answered with the times since the previous one.
 */
export function callOn(send: (message: object) => void): void {
  let times: number[][] = [];
  const ask = async (target: CallerTarget, index: number, everyMs: number): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      const startedAt = performance.now();
      await post(target, rpc('ping', {}), target.apiKeys[turn % target.apiKeys.length]);
      (times[index] ??= []).push(performance.now() - startedAt);
      await delay(everyMs / target.apiKeys.length);
    }
  };
  process.once('message', (message) => {
    const { targets, everyMs } = message as { targets: CallerTarget[]; everyMs: number };
    for (const [index, target] of targets.entries()) void ask(target, index, everyMs);
    process.on('message', () => {
      send({ times } satisfies CallerTimes);
      times = [];
    });
    send({ port: 0 });
  });
}
