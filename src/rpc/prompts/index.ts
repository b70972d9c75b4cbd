import { englishPrompts } from './prompts.en.ts';
import { frenchPrompts } from './prompts.fr.ts';
import type { Prompt } from './prompt.ts';

export type { Prompt };

export const PROMPTS: readonly Prompt[] = [...englishPrompts, ...frenchPrompts];
