import { counted } from '../../lib/counted.ts';

export const overviewTexts = {
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
    noCallsEver:
      'No calls yet. Your first call with a live key will appear here. Calls on sample data, with the test key or in the playground, are not counted here.',
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
    storedDays: (days: number) => `Calls from past months are stored for ${counted(days, 'day', 'days')}.`,
    toUsage: 'All figures and the call log',
    sourcesNow: 'Sources now',
    sourcesLead: 'Based on the latest checks and recent calls.',
    sourcesByCalls: 'Based on calls in the last hour, for sources that were asked at least three times.',
    sourceStates: { operational: 'Working', degraded: 'Degraded', down: 'Down', unknown: 'Not checked' },
    toStatus: 'Status page',
    latest: 'Recent calls',
    noCalls:
      'No calls yet this month. Each call with one of your live keys appears here, with its cost and receipt. Calls on sample data, with the test key or in the playground, are not counted here.',
    firstSteps: 'First steps',
    stepsLead: 'Steps are ticked off automatically.',
    steps: {
      key: { text: 'Generate an API key with one click; a name is optional.', link: 'Generate an API key' },
      client: { text: 'Connect a client: paste its ready-made configuration.', link: 'Clients' },
      call: { text: 'Make the first call. ping is free of charge.', link: 'ping' },
      search: { text: 'Search for jobs in Great Britain or France.', link: 'Search for jobs' },
      rating: { text: 'Look up how employees rate an employer.', link: 'Look up an employer' },
    },
    stepDone: 'done',
    stepOpen: 'not done yet',
    dismiss: 'Hide the first steps',
    allCalls: 'All calls',
  },
};
