import { counted } from '../texts/counted.ts';

/** Operator's page in English. */
export const operatorTexts = {
  operator: {
    title: 'Operator',
    accounts: 'Accounts',
    count: (count: number) => counted(count, 'account', 'accounts'),
    email: 'E-mail address',
    plan: 'Plan',
    left: 'Credits left',
    today: 'Today (UTC)',
    day: 'Last 24 hours',
    month: 'Last 30 days',
    lastCall: 'Last call',
    health: 'Platform health',
    healthLead: 'Fetches since the process started, without cache hits.',
    platform: 'Platform',
    hour: 'Last hour',
    resting: 'paused',
    noFetches: 'No platform has been asked yet.',
    parts: 'Browser, model, proxy and mail',
    sources: 'Review site or search provider',
    partNames: {
      model: 'Language model',
      browser: 'Browser',
      proxy: 'Outbound proxy',
      mail: 'Mail',
    },
    states: { on: 'on', off: 'off', missing: 'missing' },
    calls: (calls: string, cost: string) => `${counted(calls, 'call', 'calls')}, ${counted(cost, 'credit', 'credits')}`,
    plansHint: 'Change plans on the command line: jobdata account plan ACCOUNT PLAN',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
};
