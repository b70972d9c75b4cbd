import { csvHead, csvLine } from '../../lib/csv.ts';

const CSV_COLUMNS = [
  'title',
  'company',
  'location',
  'salary_min',
  'salary_max',
  'salary_text',
  'work_mode',
  'contract',
  'hours',
  'posted_date',
  'closing_date',
  'platform',
  'url',
  'also_on',
  'dedup_hash',
  'description',
] as const;

export type CsvJob = Readonly<Record<Exclude<(typeof CSV_COLUMNS)[number], 'also_on'>, string | number | null>> & {
  readonly also_on: readonly { platform: string; url: string }[];
};

/** Other platforms of a job are written as `platform url`, separated by semicolons. */
export function writeJobsCsv(jobs: readonly CsvJob[]): string {
  const lines = jobs.map((job) =>
    csvLine(
      CSV_COLUMNS.map((name) =>
        name === 'also_on'
          ? job.also_on.map(({ platform, url }) => `${platform} ${url}`).join('; ')
          : (job[name] ?? ''),
      ),
    ),
  );
  return csvHead(CSV_COLUMNS) + lines.join('');
}
