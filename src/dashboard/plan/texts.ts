import { pageTexts } from '../texts/index.ts';
import { en } from './texts.en.ts';
import { fr } from './texts.fr.ts';

export const TEXTS = pageTexts(en, fr);
