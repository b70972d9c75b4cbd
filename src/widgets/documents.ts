import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** The media type by which clients recognise documents of MCP Apps. */
export const DOCUMENT_TYPE = 'text/html;profile=mcp-app';
const SCHEME = 'ui://job-data/';

/** A document that a client shows beside a tool's result. */
export interface WidgetDocument {
  name: string;
  title: string;
  description: string;
  /** Address of the newest version of the document. */
  uri: string;
  /**
   * An address that changes with the content, because clients store a document by its address, some until they are
   * closed.
   */
  versionedUri: string;
  html: string;
}

/** Folder of the documents: beside this file in a build, or in `dist` when this file is run from the sources. */
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
 * The document at an address; undefined if there is none. An address with the hash of an earlier release leads to the
 * newest document, because old chats still ask for it.
 */
export function findDocument(uri: string): WidgetDocument | undefined {
  const name = /^ui:\/\/job-data\/([a-z]+)(?:-[0-9a-f]{4,64})?(?:\.html)?$/.exec(uri)?.[1];
  return name === undefined ? undefined : WIDGET_DOCUMENTS.find((one) => one.name === name);
}

/**
 * `_meta` of a tool whose result the document shows. `aliases`: include the names that older clients look for.
 * `callable`: tell older clients that a document may call the tool.
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
