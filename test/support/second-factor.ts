import { generateSync } from 'otplib/functional';
import { PASSWORD, type GuardedSite } from './guarded-site.ts';
import type { Visitor, VisitorAnswer } from './visitor.ts';

const STEP_MS = 30_000;

export interface Factor {
  owner: Visitor;
  secret: string;
  recovery: string[];
  code(): string;
}

/** Returns a user who has switched the second factor on and has used up the current code. */
export async function openWithFactor(site: GuardedSite, email: string): Promise<Factor> {
  const owner = await site.member(email);
  await owner.submit('/factor', '/factor', { password: PASSWORD });
  const secret = secretOn(await owner.get('/factor'));
  const code = (): string => generateSync({ secret, epoch: site.api.clock.now() / 1000 });
  const { page } = await owner.submit('/factor', '/factor/on', { code: code() });
  const recovery = page.texts('li > code').filter((word) => /^[a-z2-9-]{19}$/.test(word));
  // A code is accepted only once, so the clock moves on to the next code.
  site.api.clock.advance(STEP_MS);
  return { owner, secret, recovery, code };
}

export function secretOn({ page }: VisitorAnswer): string {
  const secret = page.texts('code').find((word) => /^[A-Z2-7]{4}(?: [A-Z2-7]+)+$/.test(word));
  return secret?.replaceAll(' ', '') ?? '';
}
