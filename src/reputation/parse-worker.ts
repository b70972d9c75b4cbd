import { doTasks } from '../lib/worker-task.ts';
import { parseAnswer } from './parse-task.ts';

doTasks(parseAnswer);
