import { extname } from 'node:path';
import { UsageError } from '../errors.ts';
import { createProcessPageReader } from '../pages/page-reader.ts';
import { output, readNamedFile, requireText, type CommandArguments } from './command.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
};

export async function printPage(args: CommandArguments, file: string): Promise<void> {
  const url = requireText(args, 'url');
  if (!canParseUrl(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--url must be the http or https address that the page was saved from.');
  const body = await readNamedFile(file);
  const reader = createProcessPageReader({ timeoutMs: 30_000 });
  try {
    const contentType = CONTENT_TYPES[extname(file).toLowerCase()] ?? '';
    const content = await reader.read({ url, contentType, body, output: 'markdown' });
    if (content.unsupported) throw new Error(`This type of content cannot be read: ${content.unsupported}.`);
    if (content.blockPage && args.values['json'] !== true)
      args.terminal.stderr(`The page is a block page (${content.blockPage}).\n`);
    output(args, content, content.text);
  } finally {
    await reader.close();
  }
}
