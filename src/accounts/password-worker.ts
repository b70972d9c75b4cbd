import { doTasks } from '../lib/worker-task.ts';
import { deriveKey } from './password-task.ts';

doTasks(deriveKey);
