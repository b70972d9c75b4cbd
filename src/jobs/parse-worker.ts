import { doTasks } from '../lib/worker-task.ts';
import { parseAnswer } from './parser.ts';

doTasks(parseAnswer);
