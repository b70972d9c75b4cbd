import { doTasks } from '../lib/worker-task.ts';
import { readPage } from './page-task.ts';

doTasks(readPage);
