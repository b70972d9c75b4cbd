import { BLOCKS, contains, type Dropped, isElement, skipsAt, type ElementNode, type PageNode } from '../tree/nodes.ts';
import { BlockElements } from './block-elements.ts';
import { BlockWriter } from './block-writer.ts';
import { InlineElements } from './inline-elements.ts';
import { InlineWriter } from './inline-writer.ts';
import { taskBox } from './list.ts';
import { MARK_OF, UNWRITTEN_TAGS } from './tags.ts';

export interface MarkdownOptions {
  baseUrl: string;
  /** A heading that links to an anchor on this page is written without the link. */
  pageUrl: string;
  /** Nodes that were dropped at this level or for a stronger reason are skipped. */
  level: Dropped;
}

interface Frame {
  element: ElementNode;
  next: number;
}

/**
 * Writes CommonMark with GitHub's tables, task lists and strike-through. Only captions, table cells and formulas are
 * written by recursion, so deep trees are safe.
 */
export function toMarkdown(root: ElementNode, options: MarkdownOptions): string {
  const skips = skipsAt(options.level);
  const blocks = new BlockWriter();
  const inline = new InlineWriter();
  const inLine = new InlineElements(inline, options);
  const blockElements = new BlockElements(blocks, inline, skips, (element) => toMarkdown(element, options));

  const enter = (element: ElementNode): boolean => {
    const { tag } = element;
    if (UNWRITTEN_TAGS.has(tag)) {
      const box = taskBox(element);
      if (box !== '') inline.markup(box);
      return false;
    }
    // A `<code>` with line breaks is a code block without a `<pre>`.
    if (MARK_OF.get(tag) === 'code' && !blockElements.inHeading && contains(element, 'br'))
      return blockElements.code(element);
    return inLine.enter(element, blockElements.inHeading) ?? (BLOCKS.has(tag) ? blockElements.enter(element) : true);
  };
  const leave = (element: ElementNode): void => {
    if (!inLine.leave(element, blockElements.inHeading) && BLOCKS.has(element.tag)) blockElements.leave(element);
  };

  const frames: Frame[] = [];
  if (enter(root)) frames.push({ element: root, next: 0 });
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const child = frame.element.children[frame.next] as PageNode | undefined;
    if (child === undefined) {
      leave(frame.element);
      frames.pop();
      continue;
    }
    frame.next += 1;
    if (skips(child)) continue;
    if (!isElement(child)) inline.text(withoutShortcodes(child.text));
    else if (enter(child)) frames.push({ element: child, next: 0 });
  }
  blockElements.flush();
  return blocks.toString();
}

/** Some pages contain shortcodes of page builders in their text, such as "[vc_row]". */
const SHORTCODE =
  /\[\/?(?:vc|et_pb|fusion|av|cs|tatsu|mk|ux|su|rev_slider|caption|gallery|embed|wpforms|contact-form(?:-7)?|elementor-template|products|woocommerce|row|column|ultimate)(?:_[\w-]+)?(?:\s[^\]\n]{0,500})?\/?\]/g;

function withoutShortcodes(text: string): string {
  return text.includes('[') ? text.replace(SHORTCODE, ' ') : text;
}
