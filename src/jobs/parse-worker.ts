import { parentPort } from 'node:worker_threads';
import { parseAnswer, type DetailTask, type ParseTask } from './parse-task.ts';

parentPort?.on('message', (task: ParseTask | DetailTask) => {
  parentPort?.postMessage({ ok: true, value: parseAnswer(task) });
});
// What came before it loaded waits in the port: its time begins now.
parentPort?.postMessage({ ready: true });
