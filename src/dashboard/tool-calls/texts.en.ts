import { counted } from '../../lib/counted.ts';
import { sharedPageEnglish } from '../../widgets/shared/page-texts.en.ts';
import { sharedEnglish } from '../../widgets/shared/texts.en.ts';
import { playgroundFields } from './field-texts.en.ts';

export const playgroundTexts = {
  playground: {
    ...playgroundFields,
    ...sharedEnglish,
    ...sharedPageEnglish,
    title: 'Playground',
    lead: 'Search jobs, look up employers and read pages here, with the same calls that your programs make over the API.',
    tool: 'Tool',
    tools: {
      scrape_jobs: 'Search jobs',
      get_reputation: 'Look up employers',
      scrape_url: 'Read web pages',
      ping: 'Ping',
    } as Readonly<Record<string, string>>,
    leads: {
      scrape_jobs: (prices: Record<string, string>) =>
        `Searches several job platforms in one country at once and returns one clean list. A live call costs ${prices['jobsFresh']} credits, ${prices['jobsCached']} if everything comes from the cache, and nothing if no platform delivers.`,
      get_reputation: (prices: Record<string, string>) =>
        `Shows what employees say about an employer: rating, reviews and themes, from two review sites. A live call costs ${prices['reputationLight']} credits, ${prices['reputationFull']} in deep mode, and ${prices['reputationStored']} if every answer is stored.`,
      scrape_url: (prices: Record<string, string>) =>
        `Reads up to five public pages and returns their content as clean text. A live call costs ${prices['url']} credits for each page delivered.`,
      ping: () => 'Shows whether the service works and what your plan includes. This call is always free.',
    } as Readonly<Record<string, (prices: Record<string, string>) => string>>,
    readOn: 'Documentation for this tool',
    data: 'Data',
    modes: { sample: 'Sample data', live: 'Live' },
    modeHints: {
      sample: 'free: made-up adverts, employers and pages, processed by the real code',
      live: 'searches the real sites and costs credits',
    },
    unknown: {
      tool: 'There is no such tool, so nothing was run. Choose one above.',
      mode: 'Choose “Sample data” or “Live” below. Nothing was run.',
    },
    examples: 'Try',
    exampleLabels: {
      slow: 'slow sites: watch the progress',
      blocked: 'one site blocks us',
      all: 'every sample advert',
      stored: 'stored figures',
      stale: 'older figures',
      table: 'a table',
      logIn: 'a log-in page',
    } as Readonly<Record<string, string>>,
    run: 'Run',
    running: 'Running',
    waiting: 'waiting',
    asked: (done: string, total: string) => `${done} of ${total} answered`,
    starting: 'Starting …',
    cancel: 'Cancel',
    cancelling: 'Cancelling …',
    connectionLost:
      'The connection was lost. You are not charged for anything that was not delivered. The usage page shows every call.',
    cancelled: 'Cancelled',
    cancelledText: 'You cancelled this call before it was answered. Nothing was charged.',
    gone: 'This answer has expired (answers are stored for at most an hour). Run the call again.',
    result: 'Result',
    refused: 'The call was refused',
    failed: 'The call failed',
    sampleLine: 'Sample data: free of charge.',
    costLine: (cost: string, left: string) => `The call cost ${counted(cost, 'credit', 'credits')}; ${left} are left.`,
    saysItself: 'The API’s message',
    aboutErrors: 'About errors',
    refusals: {
      quota_exceeded:
        'Not enough credits left this month. Wait for the reset, turn overage on, or request another plan.',
      rate_limited: 'You made more calls in a minute than your plan allows. Nothing was run.',
      validation: 'One of the arguments cannot be used as it is. Nothing was run or charged.',
      invalid_params: 'Some arguments are not valid. Nothing was run or charged.',
      trial_expired: 'The trial is over. Sample data still works. For live calls, request a plan.',
      upstream_failed:
        'None of the sources delivered, so nothing was charged. Try again later, or choose other sources.',
      tool_not_allowed: 'The key may not call this tool.',
      key_cap_reached: 'The key has reached its daily cap.',
      invalid_key: 'The key is not valid.',
    } as Readonly<Record<string, string>>,
    waitSeconds: (seconds: string) => `Wait ${seconds} s, then run the call again.`,
    ours: (id: string) =>
      `The error is on our side, and nothing was charged. If you report the error, include the request ID ${id}.`,
    chargedUnknown: (id: string) =>
      `The error occurred on our side while the call was being settled. The usage page will show whether the call was charged. If you report the error, include the request ID ${id}.`,
    toPlan: 'Plans',
    toUsage: 'Usage',
    request: 'The same call over HTTP',
    requestJson: 'JSON-RPC request',
    requestLead: (variable: string) =>
      `The curl commands read the key from the ${variable} variable. To set this variable:`,
    curl: 'curl (bash, zsh)',
    powershell: 'curl (PowerShell)',
    jobs: (count: string, found: string) =>
      found === '0'
        ? 'No jobs found'
        : count === found
          ? `${counted(found, 'job', 'jobs')} found`
          : `${count} of the ${counted(found, 'job', 'jobs')} found`,
    jobsFrom: (from: string, to: string, found: string) =>
      `${from === to ? `Job ${from}` : `Jobs ${from} to ${to}`} of the ${found} found`,
    merged: (count: string) =>
      count === '1'
        ? '1 job was on several platforms and is listed once'
        : `${count} jobs were on several platforms and are listed once`,
    shown: (from: string, to: string, all: string) => `${from}–${to} of ${all}`,
    fitting: (count: string, all: string) =>
      `${count} of these ${all} ${count === '1' ? 'matches' : 'match'} the filter`,
    sampleAdverts: 'Sample adverts are made up, so there are no pages to link to',
    noSampleJobs: (country: string) =>
      `The sample data has only a few dozen made-up adverts for ${country}, and none of them matches this search. On all platforms and without filters, these searches find some:`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    pagePrice: (prices: Record<string, string>) =>
      `Another page is a new call: ${prices['jobsFresh']} credits, or ${prices['jobsCached']} if everything comes from the cache.`,
    pageFree: 'Another page is a new call, which is free with sample data.',
    noJobsHere: 'The list has no jobs on this page.',
    noJobs: 'No jobs match. The platforms were searched and found nothing. Try fewer or other words.',
    platform: 'Platform',
    outcome: 'Outcome',
    why: 'Details',
    leftOut: (list: string) => `Left out by filters: ${list}.`,
    filterNames: {
      min_salary: 'minimum pay',
      location: 'place',
      work_mode: 'work mode',
      abroad: 'another country',
      dedup_hashes: 'already seen',
      posted_within_days: 'date',
      contract: 'contract',
      hours: 'hours',
      exclude: 'excluded words',
      agencies: 'agency',
    } as Readonly<Record<string, string>>,
    anyWork: 'any',
    on: 'Platform',
    anySite: 'any',
    apply: 'Apply',
    previous: 'Previous',
    next: 'Next',
    pages: 'Result pages',
    posted: (day: string) => `posted ${day}`,
    take: 'These jobs',
    copyCsv: 'Copy as CSV',
    copyJson: 'Copy as JSON',
    csvFile: 'CSV file',
    jsonFile: 'JSON file',
    oldest: (days: number) =>
      days === 0
        ? 'Read today.'
        : days === 1
          ? 'The oldest figure was read yesterday.'
          : `The oldest figure was read ${days} days ago.`,
    matches: { exact: 'same name', soft: 'nearly the same name', alias: 'another name of the employer' } as Readonly<
      Record<string, string>
    >,
    methods: {
      structured: 'from a search result',
      snippet: 'from a search result',
      page: 'from its own page',
    } as Readonly<Record<string, string>>,
    inClient: {
      summary: 'In the chat, as clients with cards show it',
      lead: 'This is the document that Claude, ChatGPT, VS Code and other clients show with the answer.',
      clients: 'Cards in the chat',
      refused: 'This is not possible in the playground.',
    },
    asDocument: 'As a document',
    sourceText: 'Source text',
    rendered: 'Rendered',
    links: (count: string) => (count === '1' ? '1 link' : `${count} links`),
    raw: 'The whole answer as JSON',
    cut: 'The rest is not shown here.',
    descriptionLanguage: 'en',
  },
};
