import { doProcessTasks } from '../lib/process-task.ts';
import { readPage, readPlainly, type PageTask } from './page-task.ts';

doProcessTasks(({ input, plainly }: PageTask, body) => {
  // The bytes are released once they are decoded to text.
  const whole = { ...input, body: body.view(), free: () => body.free() };
  return plainly ? readPlainly(whole) : readPage(whole);
});
