/** Landing page in English. */
export const homeTexts = {
  home: {
    title: 'Job data for your programs and assistants',
    lead: 'One endpoint searches job platforms of Great Britain and France, looks up employer ratings and reads web pages. Call it as plain JSON-RPC, or from any MCP client.',
    tools: 'What it does',
    toolList: [
      [
        'scrape_jobs',
        'Searches many job platforms at once: one clean list, yearly salaries, work mode, duplicates merged.',
      ],
      ['get_reputation', 'Employer rating, number of reviews and what people say, from two review sites.'],
      ['scrape_url', 'The content of up to five pages as clean markdown.'],
      ['ping', 'Checks your key and shows your plan. Free.'],
    ],
    how: 'How it works',
    steps: [
      'Sign up with an e-mail address and a password. No card.',
      'Generate an API key: it is shown once.',
      'Paste the ready configuration into your assistant, or call the endpoint.',
    ],
    trial: (days: number, credits: string) => `The trial lasts ${days} days and has ${credits} credits.`,
    start: 'Start the trial',
    closed: 'Registration is closed here: the operator creates accounts.',
    endpoint: 'The endpoint',
  },
};
