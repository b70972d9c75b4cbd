import { counted } from '../../lib/counted.ts';
import { sharedTexts } from '../texts/shared.en.ts';

export const en = {
  ...sharedTexts.overview,
  noCallsEver: 'No calls yet. Your first call with a live key will appear here.',
  storedDays: (days: number) => `Calls from past months are stored for ${counted(days, 'day', 'days')}.`,
  toUsage: 'All figures and the call log',
  sourcesNow: 'Sources now',
  sourcesLead: 'Based on the latest checks and recent calls.',
  sourcesByCalls: 'Based on calls in the last hour, for sources that were asked at least three times.',
  sourceStates: { operational: 'Working', degraded: 'Degraded', down: 'Down', unknown: 'Not checked' },
  toStatus: 'Status page',
  latest: 'Recent calls',
  firstSteps: 'First steps',
  stepsLead: 'Steps are ticked off automatically.',
  steps: {
    key: { text: 'Generate an API key with one click; a name is optional.', link: 'Generate an API key' },
    client: {
      text: 'Use the key: paste the ready-made configuration into a client, or call the service from a program.',
      link: 'Clients',
    },
    call: { text: 'Make the first call. ping is free of charge.', link: 'Call ping' },
    search: { text: 'Search for jobs in Great Britain or France.', link: 'Search for jobs' },
    rating: { text: 'Look up how employees rate an employer.', link: 'Look up an employer' },
  },
  stepDone: 'done',
  stepOpen: 'not done yet',
  dismiss: 'Hide the first steps',
  allCalls: 'All calls',
};
