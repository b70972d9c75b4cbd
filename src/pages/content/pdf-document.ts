import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { layOut } from './pdf-layout.ts';
import type { PdfText } from './pdf-layout.ts';
import { writeStructure, type StructureNode } from './pdf-structure.ts';

const MAXIMUM_PAGES = 200;
/** If a smaller share of a page's letters is in tagged content, the tags are ignored. */
const TAGGED_SHARE = 0.8;

interface Link {
  url: string;
  rect: readonly number[];
}

/**
 * Yields each of the first MAXIMUM_PAGES pages as markdown, with the number of all pages of the PDF. Throws if the PDF
 * is damaged or locked by a password.
 */
export async function* readPdfPages(bytes: Uint8Array): AsyncGenerator<{ markdown: string; pages: number }> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
  });
  const document = await loading.promise;
  const pages = document.numPages;
  /** Number of letters for each font size in the pages read so far. The body text has the most common size. */
  const sizes = new Map<number, number>();
  for (let number = 1; number <= Math.min(pages, MAXIMUM_PAGES); number += 1) {
    const page = await document.getPage(number);
    const texts = await readTexts(page);
    for (const { text, size } of texts) sizes.set(size, (sizes.get(size) ?? 0) + text.trim().length);
    const structure = (await page.getStructTree()) as StructureNode | null;
    yield { markdown: tagged(structure, texts) ?? layOut(texts, commonest(sizes)), pages };
    page.cleanup();
  }
  await loading.destroy();
}

function tagged(structure: StructureNode | null, texts: readonly PdfText[]): string | undefined {
  if (structure === null) return undefined;
  const letters = (text: string): number => text.replace(/\s/g, '').length;
  const all = texts.reduce((sum, { text }) => sum + letters(text), 0);
  const held = texts.reduce((sum, { text, id }) => sum + (id === undefined ? 0 : letters(text)), 0);
  return held > 0 && held >= all * TAGGED_SHARE ? writeStructure(structure, texts) : undefined;
}

async function readTexts(page: PDFPageProxy): Promise<PdfText[]> {
  const links = await readLinks(page);
  const texts: PdfText[] = [];
  /**
   * IDs of the open marked-content sections. The sections nest, and text belongs to the innermost section that has an
   * ID.
   */
  const marks: (string | undefined)[] = [];
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop();
      else marks.push((item.id as string | null) ?? marks.at(-1));
      continue;
    }
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.round(Math.hypot(c, d) * 2) / 2;
    const id = marks.at(-1);
    const url = item.str.trim() === '' ? undefined : linkAt(links, x + item.width / 2, y + size / 3);
    texts.push({
      text: item.str,
      x,
      y,
      width: item.width,
      size,
      endsLine: item.hasEOL,
      ...(id === undefined ? {} : { id }),
      ...(url === undefined ? {} : { url }),
    });
  }
  return texts;
}

async function readLinks(page: PDFPageProxy): Promise<Link[]> {
  const annotations = (await page.getAnnotations()) as { subtype: string; url?: string; rect: number[] }[];
  return annotations.flatMap(({ subtype, url, rect }) =>
    subtype === 'Link' && url !== undefined && /^(?:https?|mailto):/i.test(url) ? [{ url, rect }] : [],
  );
}

function linkAt(links: readonly Link[], x: number, y: number): string | undefined {
  return links.find(({ rect: [left = 0, bottom = 0, right = 0, top = 0] }) => {
    return x >= left && x <= right && y >= bottom && y <= top;
  })?.url;
}

function commonest(sizes: ReadonlyMap<number, number>): number {
  let best = { size: 0, letters: 0 };
  for (const [size, letters] of sizes) if (letters > best.letters) best = { size, letters };
  return best.size;
}
