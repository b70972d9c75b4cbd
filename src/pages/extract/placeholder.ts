import { isPlaceholder } from '../../egress/placeholder.ts';

/** A longer text has content. */
const MAXIMUM_TEXT = 600;
/** Letters beside the placeholder that are no content: a label, a copyright sign. */
const MAXIMUM_BESIDE = 20;

/** The placeholder ("Loading…") that is all a short markdown says beside links; undefined where there is more. */
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
