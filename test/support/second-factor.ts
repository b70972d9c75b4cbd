import { generateSync } from 'otplib/functional';
import { PASSWORD, type GuardedSite } from './guarded-site.ts';
import type { Visitor } from './visitor.ts';

const STEP_MS = 30_000;

export interface Factor {
  owner: Visitor;
  secret: string;
  recovery: string[];
  /** The code that the app shows now. */
  code(): string;
}

/** A member who has switched the second factor on, and whose present code is used up. */
export async function openWithFactor(site: GuardedSite, email: string): Promise<Factor> {
  const owner = await site.member(email);
  await owner.submit('/factor', '/factor', { password: PASSWORD });
  const secret = /Key: <code>([A-Z2-7 ]+)<\/code>/.exec((await owner.get('/factor')).text)?.[1]?.replaceAll(' ', '');
  const code = (): string => generateSync({ secret: secret as string, epoch: site.api.clock.now() / 1000 });
  const { text } = await owner.submit('/factor', '/factor/on', { code: code() });
  const recovery = [...text.matchAll(/<li><code>([a-z2-9-]{19})<\/code><\/li>/g)].map(([, word]) => word as string);
  // Codes are used once: the next one is that of the next step.
  site.api.clock.advance(STEP_MS);
  return { owner, secret: secret as string, recovery, code };
}
