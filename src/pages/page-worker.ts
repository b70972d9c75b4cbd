import { doTasks } from '../lib/worker-task.ts';
import { readPage, readPlainly, type PageTask } from './page-task.ts';

doTasks(({ input, plainly }: PageTask) => (plainly ? readPlainly(input) : readPage(input)));
