import { accessTexts } from '../access/texts.en.ts';
import { accountTexts } from '../account/texts.en.ts';
import { appsTexts } from '../apps/texts.en.ts';
import { docsTexts } from '../docs/texts.en.ts';
import { logInTexts } from '../log-in/texts.en.ts';
import { mailedLinkTexts } from '../mailed-links/texts.en.ts';
import { secondFactorTexts } from '../second-factor/texts.en.ts';
import { signUpTexts } from '../sign-up/texts.en.ts';
import { frameTexts } from './frame.en.ts';
import { homeTexts } from '../home/texts.en.ts';
import { keysTexts } from '../keys/texts.en.ts';
import { mailTexts } from './mail.en.ts';
import { operatorTexts } from '../operator/texts.en.ts';
import { overviewTexts } from '../overview/texts.en.ts';
import { planTexts } from '../plan/texts.en.ts';
import { playgroundTexts } from '../playground/texts.en.ts';
import { savedSearchTexts } from '../saved-searches/texts.en.ts';
import { sourcesTexts } from '../sources/texts.en.ts';
import { usageTexts } from '../usage/texts.en.ts';

/** The other languages have the same keys. */
export const en = {
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
