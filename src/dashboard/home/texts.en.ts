import { sharedTexts } from '../texts/shared.en.ts';

export const en = {
  ...sharedTexts.home,
  title: 'Job data for your programs and assistants',
  lead: 'Search job platforms in Great Britain and France, look up employer ratings and read web pages, all through one endpoint. Call it with plain JSON-RPC or from any MCP client.',
  showTitle: 'Try it without an account',
  showLead:
    'These are real answers from this service. The adverts, employers and pages are made up, but the service reads them with the same code as real ones.',
  questionsLabel: 'Questions',
  questions: {
    jobs: 'Find software engineer jobs',
    employer: 'How do staff rate Alderfinch Software?',
    page: 'Read a web page as markdown',
  },
  noAnswer: 'This example is not available right now. Try again in a moment.',
  asJson: 'The answer as JSON',
  call: 'The call',
  outcomesTitle: 'We tell you when a site blocks us',
  outcomesLead:
    'An empty list can mean that there are no matching jobs, or that a site blocked us. Every answer tells you, platform by platform, which one it is.',
  tools: 'What you can do, and what it costs',
  toolTexts: {
    scrape_jobs:
      'Searches many job platforms at once and returns one clean list, with annual salaries and work modes, and without duplicates.',
    get_reputation: 'Finds an employer’s rating, number of reviews and main themes on two review sites.',
    scrape_url: 'Returns the content of up to five pages as clean markdown.',
    ping: 'Checks your key and shows your plan.',
  } as Record<string, string>,
  how: 'How to get started',
  steps: [
    'Sign up with an e-\u2060mail address and a password. You don’t need a payment card.',
    'Generate an API key with one click.',
    'Paste the ready-made line into your assistant, or call the endpoint. The page shows when your first call arrives.',
  ],
  trial: (days: number, credits: string) => `The trial lasts ${days} days and includes ${credits} credits.`,
  start: 'Start the trial',
  endpoint: 'The endpoint',
};
