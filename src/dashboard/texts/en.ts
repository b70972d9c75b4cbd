import { playgroundTexts } from '../tool-calls/texts.en.ts';
import { frameTexts } from './frame.en.ts';
import { mailTexts } from './mail.en.ts';
import { sharedTexts } from './shared.en.ts';

/** The other languages have the same keys. */
export const en = { ...frameTexts, ...sharedTexts, ...playgroundTexts, ...mailTexts };
