import type { Api } from './api.ts';
import { Visitor, type VisitorAnswer } from './visitor.ts';

export type Form = Record<string, string | string[]>;

export async function visit(
  api: Api,
  email = 'play@example.com',
  headers: Record<string, string> = {},
): Promise<Visitor> {
  const visitor = new Visitor(api.service.app, headers);
  await visitor.register(email);
  return visitor;
}

export const post = (visitor: Visitor, form: Form): Promise<VisitorAnswer> =>
  visitor.submit('/playground', '/playground', { tool: 'scrape_jobs', mode: 'sample', ...form });
export const NURSES: Form = { 'arg-query': 'nurse', 'arg-platforms': ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'] };
export const runOn = ({ page }: VisitorAnswer): string => {
  const [file] = page.links('a[href^="/playground/jobs.csv"]');
  return file === undefined ? '' : (new URL(file, 'http://x').searchParams.get('run') ?? '');
};
export const titles = ({ page }: VisitorAnswer): string[] => page.texts('.what h3');
