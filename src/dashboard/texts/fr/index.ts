import type { en } from '../en/index.ts';
import { accountTexts } from './account.ts';
import { appsTexts } from './apps.ts';
import { docsTexts } from './docs.ts';
import { entryTexts } from './entry.ts';
import { frameTexts } from './frame.ts';
import { homeTexts } from './home.ts';
import { keysTexts } from './keys.ts';
import { mailTexts } from './mail.ts';
import { operatorTexts } from './operator.ts';
import { overviewTexts } from './overview.ts';
import { planTexts } from './plan.ts';
import { playgroundTexts } from './playground.ts';
import { sourcesTexts } from './sources.ts';
import { usageTexts } from './usage.ts';

/** The same sentences in French. */
export const fr: typeof en = {
  ...frameTexts,
  ...homeTexts,
  ...entryTexts,
  ...overviewTexts,
  ...keysTexts,
  ...appsTexts,
  ...docsTexts,
  ...usageTexts,
  ...planTexts,
  ...playgroundTexts,
  ...accountTexts,
  ...operatorTexts,
  ...sourcesTexts,
  ...mailTexts,
};
