import { setTimeout as delay } from 'node:timers/promises';
import { post, rpc, type Started } from './processes.ts';

/** What is asked for `ping`, by its keys in turn. */
export type CallerTarget = Required<Pick<Started, 'port' | 'apiKeys'>>;

/** Milliseconds of each answer, by target. */
export interface CallerTimes {
  times: number[][];
}

/**
 * A process that asks its targets for `ping`, each at its own pace, and does
 * nothing else: what it measures is theirs. Told its targets and the pace of
 * one key first; each further message but the last is answered with the times
 * since the one before.
 */
export function callOn(tell: (message: object) => void): void {
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
      tell({ times } satisfies CallerTimes);
      times = [];
    });
    tell({ port: 0 });
  });
}
