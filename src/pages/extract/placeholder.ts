import { isPlaceholder } from '../../egress/placeholder.ts';

const MAXIMUM_TEXT = 600;
const MAXIMUM_BESIDE = 20;

/** Finds a placeholder such as "Loading…" in short markdown that has little other text besides links. */
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
