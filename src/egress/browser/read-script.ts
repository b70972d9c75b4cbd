const MAXIMUM_CHARACTERS = 8_000_000;
const MAXIMUM_HOSTS = 5_000;
const MAXIMUM_ELEMENTS = 30_000;
const MAXIMUM_LAYOUT_MS = 1_500;
const CLOCK_EVERY = 256;

/**
 * Runs last in a page or frame, because it changes the document. Marks hidden elements with
 * `data-jobdata-layout="gone"`, or "faint" if they still take up space; "read" on the root means that the layout was
 * read. Open shadow roots are written out, because HTML alone does not include them.
 */
export const READ_SCRIPT = `(() => {
  const MARK = 'data-jobdata-layout';
  const UNMARKED = /^(?:script|style|link|meta|noscript|template|br|wbr|option|optgroup|source|track|area|param|head|title|base)$/i;
  let looked = 0;
  const layoutOf = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'contents') return '';
    if (style.display === 'none' || !element.checkVisibility()) return 'gone';
    const out = style.position === 'absolute' || style.position === 'fixed';
    if (out && (parseFloat(style.left) <= -999 || parseFloat(style.top) <= -999)) return 'gone';
    if (parseFloat(style.textIndent) <= -999 || parseFloat(style.fontSize) < 2) return 'gone';
    if (out && (/^rect\\((?:[01](?:px)?[, ]*){4}\\)$/.test(style.clip) || /^inset\\((?:50|100)%/.test(style.clipPath))) return 'gone';
    if (/hidden|clip/.test(style.overflow) && style.display !== 'inline') {
      const box = element.getBoundingClientRect();
      if ((box.width <= 1 || box.height <= 1) && element.textContent.trim() !== '') return 'gone';
    }
    if (style.opacity === '0') return 'faint';
    if (style.visibility !== 'visible' && !shows(element)) return 'faint';
    return '';
  };
  // A hidden element may contain visible ones.
  const shows = (element) => {
    const inner = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    for (let left = 200; left > 0 && inner.nextNode(); left -= 1) {
      if (getComputedStyle(inner.currentNode).visibility === 'visible') return true;
    }
    return false;
  };
  // Marks are written at the end, because every change would force a new layout.
  const marks = [];
  const until = performance.now() + ${MAXIMUM_LAYOUT_MS};
  const mark = (root) => {
    for (const element of root.children ?? []) {
      if (element.hasAttribute(MARK)) marks.push([element, '']);
      if (UNMARKED.test(element.localName)) continue;
      looked += 1;
      if (looked > ${MAXIMUM_ELEMENTS}) throw new Error('too many');
      if (looked % ${CLOCK_EVERY} === 0 && performance.now() > until) throw new Error('too long');
      // Content of a closed <details> is one click away, so it is not hidden.
      const folded = element.parentElement?.localName === 'details' && !element.parentElement.open;
      const layout = element.namespaceURI === 'http://www.w3.org/1999/xhtml' && !folded ? layoutOf(element) : '';
      if (layout !== '') marks.push([element, layout]);
      else if (!folded) {
        if (element.shadowRoot) mark(element.shadowRoot);
        mark(element);
      }
    }
  };
  let hosts = 0;
  const flatten = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const shadow = element.shadowRoot;
      if (!shadow || hosts >= ${MAXIMUM_HOSTS}) continue;
      hosts += 1;
      flatten(shadow);
      for (const slot of shadow.querySelectorAll('slot')) {
        const given = slot.assignedNodes();
        slot.replaceWith(...(given.length > 0 ? given : slot.childNodes));
      }
      element.replaceChildren(...shadow.childNodes);
    }
  };
  const root = document.documentElement;
  if (!root) return '';
  // A page may have replaced the functions that are called below. If one of them fails, the HTML is returned without
  // marks or without shadow roots.
  try {
    root.removeAttribute(MARK);
    if (document.body && document.body.getElementsByTagName('*').length <= ${MAXIMUM_ELEMENTS}) {
      mark(document.body);
      for (const [element, layout] of marks) {
        if (layout === '') element.removeAttribute(MARK);
        else element.setAttribute(MARK, layout);
      }
      root.setAttribute(MARK, 'read');
    }
  } catch {}
  try { flatten(document); } catch {}
  return String(root.outerHTML).slice(0, ${MAXIMUM_CHARACTERS});
})()`;
