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
export const runOn = ({ text }: VisitorAnswer): string => /jobs\.csv\?run=([0-9a-f]{32})/.exec(text)?.[1] ?? '';
export const titles = ({ text }: VisitorAnswer): string[] =>
  [...text.matchAll(/<div class="what">\s*<h3>\s*(?:<a [^>]*>)?([^<]+)</g)].map(([, title]) => title as string);
