import { decodeBody } from '../lib/charset.ts';

export interface PageInput {
  url: string;
  contentType: string;
  body: Uint8Array | string;
  output: 'markdown' | 'raw';
}

export interface PageContent {
  text: string;
  totalCharacters: number;
  truncated: boolean;
  wall?: 'challenge' | 'consent' | 'login';
  unsupported?: string;
}

/** Reads a page as delivered into what a caller gets. */
export interface PageReader {
  read(input: PageInput): Promise<PageContent>;
  close(): Promise<void>;
}

/** Gives a page's text as it is. */
export function createThreadPageReader(): PageReader {
  return {
    read: async ({ body, contentType }) => {
      const text = typeof body === 'string' ? body : decodeBody(body, contentType);
      return { text: text.slice(0, 30_000), totalCharacters: text.length, truncated: text.length > 30_000 };
    },
    close: async () => {},
  };
}
