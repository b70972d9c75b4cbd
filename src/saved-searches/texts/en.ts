import { counted } from '../../lib/counted.ts';

export const deliveryTexts = {
  locale: 'en-GB',
  subject: {
    first: (name: string, total: number) => `${name}: ${counted(total, 'job', 'jobs')} found`,
    new: (name: string, total: number) => `${name}: ${counted(total, 'new job', 'new jobs')}`,
    heartbeat: (name: string) => `${name}: no new jobs for a month`,
    paused: (name: string) => `${name}: paused`,
    notice: (name: string) => `${name}: please check`,
    sample: (name: string) => `${name}: an example from sample data`,
  },
  intro: {
    first: (total: number, shown: number) =>
      total > shown
        ? `The first run found ${counted(total, 'job', 'jobs')}. Here are the best ${shown}. From now on, you will get only new jobs.`
        : `The first run found ${counted(total, 'job', 'jobs')}. From now on, you will get only new jobs.`,
    changed: (total: number, known: number, shown: number) =>
      shown === 0
        ? `The changed search finds ${counted(total, 'job', 'jobs')}, all of them found before. From now on, you will get only new jobs.`
        : `The changed search finds ${counted(total, 'job', 'jobs')}, ${known} of them found before. Here ${shown === total - known ? (shown === 1 ? 'is the other one' : `are the other ${shown}`) : `are the best ${shown} of the others`}. From now on, you will get only new jobs.`,
    new: (total: number) => `This search found ${counted(total, 'job', 'jobs')} that it has not delivered before.`,
    firstAnswer: (stock: number, shown: number, names: string) =>
      `${stock} of them ${stock === 1 ? 'is' : 'are'} from platforms that have answered for the first time (${names}).${shown < stock ? ` Here are the best ${shown}.` : ''} From now on, you will get only their new jobs.`,
    heartbeat:
      'This search is still running, but has found no new jobs for a month. You will get the next message when it finds some.',
    paused: 'This search has been paused. To resume the search, open it in the dashboard.',
    goesOn: 'You do not have to do anything: the search continues.',
    sample: 'These adverts are made up. They show what this feed will look like, until the first run replaces them.',
  },
  pauseReasons: {
    failing: 'No platform has delivered for three days.',
    limit: 'The search has reached its monthly limit in credits. It continues next month, or when you raise the limit.',
    credits: 'Your account has no credits left this month. The search tries again at each scheduled run.',
    platform: 'A platform of this search has not answered for a day or longer. You get this message only once.',
    webhook:
      'The webhook has accepted no delivery for a day, or it answered 410. It will get no more deliveries until you resume them.',
    mailbox: 'Your mailbox refuses our e-mails. We will send no more until you resume them.',
    plan: 'Your plan allows fewer saved searches, or less frequent runs. The search runs again by itself as soon as your plan allows it. You can delete other searches, run this one less often, or ask for a larger plan.',
    trial: 'Your trial has ended.',
    zone: 'The time zone of the search no longer exists.',
    arguments: 'The search uses an argument or a platform that is no longer available.',
    owner: 'The search was paused in the dashboard.',
  },
  pauseDetail: (detail: string) => `Details: ${detail}`,
  perYear: 'a year',
  from: (pay: string) => `from ${pay}`,
  upTo: (pay: string) => `up to ${pay}`,
  workModes: { remote: 'remote', hybrid: 'hybrid', 'on-site': 'on site' } as Readonly<Record<string, string>>,
  posted: (day: string) => `posted ${day}`,
  noTitle: 'Job without a title',
  example: (title: string) => `Example: ${title}`,
  platformsTitle: 'Platforms',
  statuses: {
    ok: (jobs: number) => `delivered ${counted(jobs, 'job', 'jobs')}`,
    empty: () => 'found nothing',
    blocked: () => 'blocked us',
    rate_limited: () => 'asked us to slow down',
    timeout: () => 'was too slow',
    busy: () => 'had a full queue',
    changed: () => 'has changed its page',
    not_configured: () => 'is not set up',
    error: () => 'failed',
  } as Readonly<Record<string, (jobs: number) => string>>,
  leftOut: (filters: string) => `Left out by your filters: ${filters}.`,
  notRead: (count: number) =>
    `The sites have ${counted(count, 'more advert', 'more adverts')} than a run reads, and some of them may be new jobs. Sort the search by date, or narrow it.`,
  expired: (count: number) =>
    `${counted(count, 'advert is', 'adverts are')} no longer shown, because the site’s terms allow us to keep adverts for only a day.`,
  filters: {
    location: 'place',
    abroad: 'other country',
    dedup_hashes: 'seen before',
    min_salary: 'pay',
    work_mode: 'work mode',
    contract: 'contract',
    hours: 'hours',
    exclude: 'excluded words',
    agencies: 'agencies',
    posted_within_days: 'age of the advert',
  } as Readonly<Record<string, string>>,
  more: (count: number) => `And ${counted(count, 'more job', 'more jobs')}.`,
  moreInFeed: 'Open this entry to see all jobs in this delivery in the dashboard.',
  open: 'Open the saved search',
  unsubscribe: 'Stop these e-mails',
  why: (service: string) => `You are receiving this e-mail because you saved this search at ${service}.`,
  whyNotice: (service: string) =>
    `You are receiving this single e-mail because the webhook of your saved search at ${service} no longer works. E-mail stays off for this search.`,
  receipt: 'Receipt',
  colon: ': ',
};
