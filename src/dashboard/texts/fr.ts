import type { en } from './en.ts';
import { playgroundTexts } from '../tool-calls/texts.fr.ts';
import { frameTexts } from './frame.fr.ts';
import { mailTexts } from './mail.fr.ts';
import { sharedTexts } from './shared.fr.ts';

export const fr: typeof en = { ...frameTexts, ...sharedTexts, ...playgroundTexts, ...mailTexts };
