/** Landing page in English. */
export const homeTexts = {
  home: {
    title: 'Job data for your programs and assistants',
    lead: 'One endpoint searches job platforms in Great Britain and France, looks up employer ratings and reads web pages. Call it with plain JSON-RPC or from any MCP client.',
    showTitle: 'Ask once, read one clean list',
    showLead:
      'A real answer from this service to the call beside it. The adverts are made up, but read, compared and merged by the same code as live ones.',
    call: 'The call',
    answer: 'The answer',
    found: (shown: string, found: string) => `${shown} of ${found} jobs found`,
    mode: { remote: 'remote', hybrid: 'hybrid', 'on-site': 'on-site', unknown: 'not stated' } as Record<string, string>,
    year: 'a year',
    noPay: 'pay not stated',
    on: 'on',
    alsoOn: 'also on',
    asJson: 'The same as JSON',
    outcomesTitle: 'We tell you when a site blocked us',
    outcomesLead:
      'An empty list can mean that there are no such jobs, or that a site blocked us. Every answer says which, platform by platform.',
    platform: 'Platform',
    outcome: 'Outcome',
    jobs: 'Jobs',
    outcomes: {
      ok: 'answered',
      empty: 'searched, no such job',
      blocked: 'blocked us with a bot check',
    } as Record<string, string>,
    otherOutcome: 'did not deliver',
    tools: 'What it does, and what it costs',
    toolTexts: {
      scrape_jobs:
        'Searches many job platforms at once: one clean list, yearly salaries, work mode, duplicates merged.',
      get_reputation: 'Employer rating, number of reviews and what people say, from two review sites.',
      scrape_url: 'The content of up to five pages as clean markdown.',
      ping: 'Checks your key and shows your plan.',
    } as Record<string, string>,
    how: 'How to start',
    steps: [
      'Sign up with an e-mail address and a password. No card.',
      'Generate an API key with one click.',
      'Paste the ready line for your assistant, or call the endpoint. The page shows when your first call arrives.',
    ],
    trial: (days: number, credits: string) => `The trial lasts ${days} days and includes ${credits} credits.`,
    start: 'Start the trial',
    closed: 'Registration is closed here: the operator creates accounts.',
    endpoint: 'The endpoint',
  },
};
