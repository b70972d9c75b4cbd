import { doProcessTasks } from '../lib/process-task.ts';
import { readPage, readPlainly, type PageTask } from './page-task.ts';

// The whole of the process that reads pages.
doProcessTasks(({ input, plainly }: PageTask, body) => {
  // Its bytes are not needed beside its text.
  const whole = { ...input, body: body.view(), free: () => body.free() };
  return plainly ? readPlainly(whole) : readPage(whole);
});
