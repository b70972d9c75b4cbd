import { constants, deflateRawSync, deflateSync } from 'node:zlib';

export interface PdfPage {
  /** Operators of the page's content, between BT and ET; or the same, already compressed. */
  content: string | Buffer;
  /** Links that cover a part of the page. */
  links?: readonly { url: string; rect: readonly [number, number, number, number] }[];
}

/** Text operators: each row a size of type, a place and the text. */
export function rows(...lines: (readonly [size: number, x: number, y: number, text: string])[]): string {
  return lines.map(([size, x, y, text]) => `/F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join('\n');
}

/** A PDF of pages of A4, their contents compressed. */
export function makePdf(pages: readonly PdfPage[]): Uint8Array {
  const objects: Buffer[] = [];
  const add = (text: string | Buffer): number => objects.push(Buffer.from(text));
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = pages.map(({ content, links = [] }) => {
    const stream = typeof content === 'string' ? deflateSync(`BT\n${content}\nET`) : content;
    const body = add(
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
    const annotations = links.map(({ url, rect }) =>
      add(`<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (${url}) >> >>`),
    );
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${body} 0 R /Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations.map((number) => `${number} 0 R`).join(' ')}] >>`,
    );
  });
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((number) => `${number} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  );
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = (parts[0] as Buffer).length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** A page whose content decodes to this many megabytes of nothing. */
export function swollenPage(megabytes: number): PdfPage {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return {
    content: Buffer.concat([
      Buffer.from([0x78, 0x9c]),
      ...Array.from({ length: megabytes }, () => megabyte),
      deflateRawSync(`BT ${rows([12, 40, 700, 'Swollen'])} ET`),
    ]),
  };
}
