import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  /** The path contains a hash of the content, so browsers may cache the file forever. */
  path: string;
  type: string;
  content: Buffer;
}

const TYPES = {
  css: 'text/css; charset=utf-8',
  ico: 'image/vnd.microsoft.icon',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
} as const;

/** One file of the website, made of one or more files of the code. */
export function createAsset(name: string, extension: keyof typeof TYPES, files: readonly URL[]): Asset {
  const content = Buffer.concat(files.map((file) => readFileSync(file)));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type: TYPES[extension], content };
}
