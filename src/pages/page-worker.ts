import { doProcessTasks } from '../lib/process-task.ts';
import { readPage, readPlainText, type PageTask } from './page-task.ts';

doProcessTasks(({ input, plainText }: PageTask, body) => {
  const whole = { ...input, body: body.view(), free: () => body.free() };
  return plainText ? readPlainText(whole) : readPage(whole);
});
