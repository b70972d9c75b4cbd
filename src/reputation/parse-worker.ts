import { parentPort } from 'node:worker_threads';
import { parseAnswer, type ParseTask } from './parse-task.ts';

parentPort?.on('message', (task: ParseTask) => {
  parentPort?.postMessage({ ok: true, value: parseAnswer(task) });
  parentPort?.postMessage({ ready: true });
});
