import { healthTexts as en } from './en.ts';
import { healthTexts as fr } from './fr.ts';

export type HealthTexts = typeof en;

export const HEALTH_TEXTS: Readonly<Record<'en' | 'fr', HealthTexts>> = { en, fr };
