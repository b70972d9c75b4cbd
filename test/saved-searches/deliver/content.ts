import type { Job } from '../../../schemas/index.ts';
import type { DeliveryContent, DeliveryLanguage } from '../../../src/saved-searches/deliver/content.ts';

/** A delivery with one made-up job. */
export function delivery(more: Partial<DeliveryContent> = {}, language: DeliveryLanguage = 'en'): DeliveryContent {
  return {
    id: 'dlv_1',
    kind: 'new',
    search: { id: 'sea_1', name: 'Bakers in Leeds', language, country: language === 'fr' ? 'FR' : 'GB' },
    at: Date.parse('2026-11-20T07:00:00Z'),
    total: 1,
    jobs: [job()],
    platforms: [
      { platform: 'reed', status: 'ok', jobs: 1, left_out: { location: 4 } },
      { platform: 'totaljobs', status: 'blocked', jobs: 0, reason: 'a challenge' },
    ],
    receiptId: 'rct_1',
    ...more,
  };
}

export function job(more: Partial<Job> = {}): Job {
  return {
    title: 'Baker',
    company: 'Northtown Bread',
    location: 'Leeds',
    salary_min: 24_000,
    salary_max: 26_000,
    salary_unlisted: false,
    work_mode: 'on-site',
    description: 'Bread before six.',
    url: 'https://jobs.example.com/1',
    platform: 'reed',
    posted_date: '2026-11-19',
    dedup_hash: 'hash1',
    salary_text: '£24,000 to £26,000',
    salary_currency: 'GBP',
    salary_period: 'year',
    contract: 'permanent',
    hours: 'full_time',
    closing_date: '',
    agency: null,
    also_on: [],
    ...more,
  };
}
