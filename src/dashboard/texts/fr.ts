import type { en } from './en.ts';
import { accessTexts } from '../access/texts.fr.ts';
import { accountTexts } from '../account/texts.fr.ts';
import { appsTexts } from '../apps/texts.fr.ts';
import { docsTexts } from '../docs/texts.fr.ts';
import { logInTexts } from '../log-in/texts.fr.ts';
import { mailedLinkTexts } from '../mailed-links/texts.fr.ts';
import { secondFactorTexts } from '../second-factor/texts.fr.ts';
import { signUpTexts } from '../sign-up/texts.fr.ts';
import { frameTexts } from './frame.fr.ts';
import { homeTexts } from '../home/texts.fr.ts';
import { keysTexts } from '../keys/texts.fr.ts';
import { mailTexts } from './mail.fr.ts';
import { operatorTexts } from '../operator/texts.fr.ts';
import { overviewTexts } from '../overview/texts.fr.ts';
import { planTexts } from '../plan/texts.fr.ts';
import { playgroundTexts } from '../playground/texts.fr.ts';
import { savedSearchTexts } from '../saved-searches/texts.fr.ts';
import { sourcesTexts } from '../sources/texts.fr.ts';
import { usageTexts } from '../usage/texts.fr.ts';

export const fr: typeof en = {
  ...frameTexts,
  ...homeTexts,
  ...signUpTexts,
  ...logInTexts,
  ...mailedLinkTexts,
  ...overviewTexts,
  ...keysTexts,
  ...appsTexts,
  ...docsTexts,
  ...usageTexts,
  ...planTexts,
  ...playgroundTexts,
  ...accessTexts,
  ...accountTexts,
  ...secondFactorTexts,
  ...operatorTexts,
  ...savedSearchTexts,
  ...sourcesTexts,
  ...mailTexts,
};
