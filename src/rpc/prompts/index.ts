import { englishPrompts } from './prompts.en.ts';
import { frenchPrompts } from './prompts.fr.ts';
import type { Prompt } from './prompt.ts';

export type { Prompt };

/** Each prompt in both languages, because a client does not say which one it wants. */
export const PROMPTS: readonly Prompt[] = [...englishPrompts, ...frenchPrompts];
