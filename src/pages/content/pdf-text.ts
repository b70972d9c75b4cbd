/** Pages of a PDF that are read at most. */
const MAXIMUM_PAGES = 200;

/** Text of a PDF, page after page; rejects when it cannot be read (damaged, or locked by a password). */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  // Loaded when the first PDF comes: it takes half a second.
  const { PDFParse, VerbosityLevel } = await import('pdf-parse');
  const parser = new PDFParse({ data: bytes, verbosity: VerbosityLevel.ERRORS, isEvalSupported: false });
  try {
    const { text } = await parser.getText({ first: MAXIMUM_PAGES, pageJoiner: '' });
    return text
      .replace(/[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  } finally {
    await parser.destroy();
  }
}
