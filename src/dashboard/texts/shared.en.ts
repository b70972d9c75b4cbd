import { counted } from '../../lib/counted.ts';

/** Texts that components or several pages show. */
export const sharedTexts = {
  access: {
    ended: 'All keys and apps have been revoked. They are refused from the next request onwards.',
  },
  account: {
    currentPassword: 'Current password',
    wrongPassword: 'The current password is wrong.',
  },
  apps: {
    disconnected: 'The app has been disconnected. It is refused from the next request onwards.',
  },
  home: {
    closed: 'You cannot sign up here, because only the operator creates accounts.',
  },
  keys: {
    lastUsed: 'Last used',
    tools: 'Allowed tools',
    cap: 'Maximum credits per day',
    notConfirmed: 'Tick the box to confirm.',
    refused: 'Nothing was changed. See the messages below the fields.',
  },
  login: {
    tooMany: (minutes: number) => `Too many attempts. Wait ${minutes} min and try again.`,
    unlock:
      'If these attempts were not yours, confirm by e-mail that the account is yours, and log in without waiting.',
    unlockNoMail:
      'If these attempts were not yours, log in without waiting from a browser that you have used before. Otherwise, the operator can create a link for you.',
    title: 'Log in',
    button: 'Log in',
    passwordReset: 'Your new password is set. Use it to log in.',
    unlocked: 'This browser is confirmed. You can log in now.',
    addressChanged: 'Your account’s address has changed. Log in with the new address.',
  },
  confirm: {
    done: 'The address is confirmed.',
    pending: (email: string) =>
      `We have sent a link to ${email}. Confirm the address to generate keys and to use the playground.`,
    resend: 'Send the link again',
    resent: 'We have sent the link again.',
    waiting:
      'We have sent several links in the last half hour, so we are not sending another link now. The earlier links still work.',
  },
  operator: {
    title: 'Operator',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  overview: {
    title: 'Overview',
    left: 'Credits left',
    of: (total: string) => `of ${total} this month`,
    noAllowance: 'your plan has no monthly credits',
    reset: 'Resets on',
    trial: 'Trial',
    trialDays: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
    trialOver: 'over',
    rpm: 'Calls a minute',
    plan: 'Plan',
    overage: 'Overage used',
    overageOf: (limit: string) => `of ${limit} allowed`,
    usedPercent: (percent: number) => `${percent}% used`,
    percent: (percent: number) => `${percent}%`,
    alert50: 'Half of the month’s credits have been used.',
    alert80: '80% of the month’s credits have been used.',
    alert100: 'All of the month’s credits have been used. Calls are refused unless overage is on.',
    alertNone: 'Your plan has no monthly credits, so calls that cost credits are refused. ping is free.',
    alertNoneOverage: 'Your plan has no monthly credits, so every credit counts as overage, up to your limit.',
    trialEnded:
      'The trial is over, so all calls except ping are refused. You keep your account, keys and usage figures.',
    lastUntil: (date: string) => `At this rate, your credits will last until about ${date}.`,
    renewOn: (date: string) => `They renew on ${date}.`,
    thenOverage: 'After that, calls count as overage.',
    lastTheMonth: (left: string, date: string) =>
      `At this rate, your credits will last: about ${left} will be left when they renew on ${date}.`,
    lastTheTrial: (left: string, date: string) =>
      `At this rate, your credits will last: about ${left} will be left when the trial ends on ${date}.`,
    roughly: (days: number) =>
      days === 1
        ? 'This is a rough estimate: you made paid calls on only one of the last seven days.'
        : `This is a rough estimate: you made paid calls on only ${days} of the last seven days.`,
    noPace: 'No credits were used in the last seven days, so there is no forecast.',
    thirtyDays: 'The last 30 days',
    noCallsLately: 'No calls in the last 30 days.',
    callsADay: 'Calls a day',
    creditsADay: 'Credits a day',
    answered: (amount: string) => `${amount} answered`,
    failedFree: (amount: string) => `${amount} failed or refused, free of charge`,
    creditsUsed: (amount: string) => `${counted(amount, 'credit', 'credits')} used`,
    callsLabel: (answered: string, failed: string) =>
      `Calls a day over the last 30 days: ${answered} answered, ${failed} failed or refused. The table below has the figures.`,
    creditsLabel: (amount: string) =>
      `Credits a day over the last 30 days: ${amount} in total. The table below has the figures.`,
    most: (amount: string) => `highest: ${amount}`,
    figures: 'Figures by day',
    figuresNote: 'The table lists days with calls (UTC). Calls that fail or are refused cost nothing.',
    day: 'Day',
    answeredColumn: 'Answered',
    failedColumn: 'Failed (free)',
    creditsColumn: 'Credits',
    noCalls: 'No calls yet this month. Each call with one of your live keys appears here, with its cost and receipt.',
    notCounted: 'Calls on sample data, with the test key or in the playground, are free and are not counted here.',
  },
  plan: {
    credits: (amount: string, value: number) => `${amount} ${value === 1 ? 'credit' : 'credits'}`,
    free: 'free',
    priceNames: {
      jobsFresh: 'a search on any number of platforms',
      jobsCached: 'a search answered from the cache',
      jobsFailed: 'a search that no platform answered',
      light: 'one or more employers, light mode',
      deep: 'deep mode, with what employees say',
      stored: 'already stored',
      url: 'each page delivered',
      ping: 'every call',
    },
    failed: 'Calls that fail or are refused cost nothing.',
  },
  savedSearches: {
    save: 'Save this search',
    saveLead: 'Run this search automatically from now on, and get only new jobs.',
  },
  factor: {
    title: 'Second factor',
    stateOn: 'To log in, you need a code from your app as well as your password.',
    stateOff: 'You log in with your password only. An authenticator app makes your account safer.',
    start: 'Set up the second factor',
    manage: 'Manage the codes or turn the second factor off',
    code: 'Code',
    codeHint: 'Six digits from the app, or a recovery code.',
    wrongCode: 'The code is wrong, or has already been used. Check that your phone’s clock is right.',
    usedCode: 'This code has already been used. Wait for the next one.',
  },
  signup: {
    title: 'Sign up',
    domainRefused: (list: string) => `Only addresses at these domains can register: ${list}.`,
    badEmail: 'This is not a valid e-mail address.',
    shortPassword: 'The password must have at least 10 characters.',
  },
  sources: {
    toSources: 'Source health over 30 days',
  },
  status: {
    webSearch: 'Web search',
  },
  usage: {
    used: 'Credits used',
    tool: 'Tool',
    key: 'Key',
    playground: 'Playground',
    gone: 'deleted key',
    log: 'Call log',
    outcome: 'Outcome',
    outcomes: {
      pending: 'running',
      ok: 'delivered',
      replayed: 'replayed',
      abandoned: 'cancelled',
      quota_exceeded: 'no credits left',
      rate_limited: 'too many calls',
      validation: 'unusable argument',
      invalid_params: 'invalid arguments',
      unknown_tool: 'unknown tool',
      trial_expired: 'trial over',
      upstream_failed: 'no source delivered',
      tool_not_allowed: 'tool not allowed',
      key_cap_reached: 'daily cap reached',
      internal: 'error on our side',
    } as Readonly<Record<string, string>>,
    at: 'Time (UTC)',
    cost: 'Credits',
    duration: 'Duration',
    receipt: 'Receipt',
  },
};
