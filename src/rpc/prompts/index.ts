import { englishPrompts } from './prompts.en.ts';
import { frenchPrompts } from './prompts.fr.ts';
import type { Prompt } from './prompt.ts';

export type { Prompt };

/** The same requests in each language: a list of prompts is not asked for in one. */
export const PROMPTS: readonly Prompt[] = [...englishPrompts, ...frenchPrompts];
