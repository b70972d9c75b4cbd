import { isPlaceholder } from '../../egress/placeholder.ts';

/** A longer text is content. */
const MAXIMUM_TEXT = 600;
/** Maximum number of letters beside the placeholder, such as a label or a copyright sign. */
const MAXIMUM_BESIDE = 20;

/** The placeholder ("Loading…") if a short markdown has little other text besides links; else undefined. */
export function findPlaceholder(markdown: string): string | undefined {
  if (markdown.length > MAXIMUM_TEXT) return undefined;
  const lines = markdown.split('\n').map((line) =>
    line
      .replace(/!?\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/^[\s#>*+-]+|[\\*_]/g, '')
      .trim(),
  );
  const found = lines.find(isPlaceholder);
  const beside = lines.filter((line) => !isPlaceholder(line)).join('');
  return beside.replace(/[^\p{L}\p{N}]+/gu, '').length < MAXIMUM_BESIDE ? found : undefined;
}
