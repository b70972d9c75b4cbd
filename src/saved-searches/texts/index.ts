import { withFrenchSpaces } from '../../lib/french-spaces.ts';
import { deliveryTexts as en } from './en.ts';
import { deliveryTexts as fr } from './fr.ts';

export type DeliveryTexts = typeof en;

export const DELIVERY_TEXTS: Readonly<Record<'en' | 'fr', DeliveryTexts>> = { en, fr: withFrenchSpaces(fr) };
