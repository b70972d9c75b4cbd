import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Clients recognise documents of MCP Apps by this media type. */
export const DOCUMENT_TYPE = 'text/html;profile=mcp-app';
const SCHEME = 'ui://job-data/';

export interface WidgetDocument {
  name: string;
  title: string;
  description: string;
  uri: string;
  /**
   * Changes with the content, because clients store a document by its address, and some keep it until they are closed.
   */
  versionedUri: string;
  html: string;
}

/** A build has the documents beside this file. When this file runs from the sources, they are in `dist`. */
const BUILT = new URL('./documents/', import.meta.url);
const FOLDER = existsSync(BUILT) ? BUILT : new URL('../../dist/src/widgets/documents/', import.meta.url);

const DOCUMENTS = {
  jobs: document(
    'jobs',
    'Jobs',
    'Jobs of a search as cards: pay bars, filters, order, and what each platform did. Shows the result of scrape_jobs.',
  ),
  reputation: document(
    'reputation',
    'Employer ratings',
    'Employers side by side: ratings of both sites and what reviews say. Shows the result of get_reputation.',
  ),
  page: document('page', 'Pages', 'Web pages with their facts and notes. Shows the result of scrape_url.'),
  ping: document('ping', 'Plan and credits', 'The plan, the credits left and the platforms. Shows the result of ping.'),
};

export type WidgetName = keyof typeof DOCUMENTS;

export const WIDGET_DOCUMENTS: readonly WidgetDocument[] = Object.values(DOCUMENTS);

function document(name: string, title: string, description: string): WidgetDocument {
  const html = readFileSync(new URL(`${name}.html`, FOLDER), 'utf8');
  const hash = createHash('sha256').update(html).digest('hex').slice(0, 4);
  const uri = `${SCHEME}${name}`;
  return { name, title, description, uri, versionedUri: `${uri}-${hash}`, html };
}

/**
 * Finds a document by its address. The hash of an earlier release is accepted too, because old chats still request it.
 */
export function findDocument(uri: string): WidgetDocument | undefined {
  const name = /^ui:\/\/job-data\/([a-z]+)(?:-[0-9a-f]{4,64})?(?:\.html)?$/.exec(uri)?.[1];
  return name === undefined ? undefined : WIDGET_DOCUMENTS.find((one) => one.name === name);
}

/**
 * `aliases` adds the names that older clients look for, and `callable` tells older clients that a document may call the
 * tool.
 */
export function documentMeta(
  name: WidgetName,
  { aliases, callable = false }: { aliases: boolean; callable?: boolean },
): Record<string, unknown> {
  const uri = DOCUMENTS[name].versionedUri;
  return {
    ui: { resourceUri: uri },
    ...(aliases ? { 'ui/resourceUri': uri, 'openai/outputTemplate': uri } : {}),
    ...(callable ? { 'openai/widgetAccessible': true } : {}),
  };
}
