import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import type { Test } from 'tap';
import { Passwords } from '../../src/accounts/passwords.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { openApi, type Api, type ApiOptions } from './api.ts';
import { Visitor, type VisitorAnswer } from './visitor.ts';

export const PASSWORD = 'correct horse battery';

/** Work since the previous look. Equal work takes equal time on any machine, so tests compare work instead of time. */
export interface Work {
  hashes: number;
  store: string[];
  mails: number;
}

export interface GuardedSite {
  api: Api;
  mails: Mail[];
  work(): Work;
  /** Runs `step` the next time a password is hashed or checked. */
  whilePasswordWaits(step: () => Promise<unknown>): void;
  visitor(address?: string, headers?: Record<string, string>): Visitor;
  /** Returns a visitor who has signed up, by mail if the service sends mail, and is logged in. */
  member(email: string, address?: string): Promise<Visitor>;
  /** Returns the path and the token of the newest link that was mailed to an address. */
  linkTo(email: string): { path: string; token: string };
}

/**
 * Opens the real app with passwords that cost no time, with a mailbox that tests can read, and with a record of its
 * work.
 */
export async function openGuardedSite(t: Test, options: ApiOptions & { mail?: boolean } = {}): Promise<GuardedSite> {
  const { mail = true, ...rest } = options;
  const mails: Mail[] = [];
  const done: Work = { hashes: 0, store: [], mails: 0 };
  let interruption: (() => Promise<unknown>) | undefined;
  const passwords = new Passwords({
    run: async ({ password, salt }) => {
      done.hashes += 1;
      const step = interruption;
      interruption = undefined;
      await step?.();
      return createHash('sha256').update(salt).update(password).digest();
    },
    close: async () => {},
  });
  const api = await openApi(t, {
    ...rest,
    env: { PUBLIC_URL: 'http://jobs.example.com', ...rest.env },
    overrides: { ...rest.overrides, passwords },
    ...(mail ? { mailer: { send: async (message) => void mails.push(message) } } : {}),
  });
  record(api, done.store);
  let posted = 0;
  const visitor: GuardedSite['visitor'] = (address = '127.0.0.1', headers = {}) =>
    new Visitor(api.service.app, headers, address);
  const linkTo: GuardedSite['linkTo'] = (email) => {
    const text = mails.findLast(({ to, text }) => to === email && text.includes('token='))?.text ?? '';
    const path = /http:\/\/jobs\.example\.com(\/\S+)/.exec(text)?.[1] ?? '';
    return { path, token: path.split('token=')[1] ?? '' };
  };
  return {
    api,
    mails,
    visitor,
    linkTo,
    work: () => {
      const work = { hashes: done.hashes, store: [...done.store], mails: mails.length - posted };
      posted = mails.length;
      done.hashes = 0;
      done.store.length = 0;
      return work;
    },
    whilePasswordWaits: (step) => {
      interruption = step;
    },
    member: async (email, address) => {
      const member = visitor(address);
      await member.register(email);
      if (mail) {
        const { path, token } = linkTo(email.trim().toLowerCase());
        await member.submit(path, '/confirm', { token, password: PASSWORD });
      }
      return member;
    },
  };
}

/** Removes tokens and typed values from a page, because they differ between visitors. */
export function shownBy(answer: VisitorAnswer, ...typed: string[]): string {
  const document = parse(answer.text);
  for (const field of document.querySelectorAll('[value]')) field.removeAttribute('value');
  let text = document.toString();
  for (const word of typed) text = text.replaceAll(word, '…');
  return text;
}

function record(api: Api, log: string[]): void {
  const { accounts, mail, spentTrials, logIns, audit, sessions, factors } = api.service.store;
  for (const [name, store] of Object.entries({ accounts, mail, spentTrials, logIns, audit, sessions, factors })) {
    const methods = store as unknown as Record<string, (...given: unknown[]) => unknown>;
    for (const [verb, run] of Object.entries(methods)) {
      methods[verb] = (...given) => {
        log.push(`${name}.${verb}`);
        return run(...given);
      };
    }
  }
}
