const MAXIMUM_CHARACTERS = 8_000_000;
/** Hosts of open shadow roots that are looked into. */
const MAXIMUM_HOSTS = 5_000;

/**
 * Reads the document as the reader of a page sees it: what stands in open
 * shadow roots is put in its host's place, slots filled, since markup alone
 * does not show it. Runs in the page, at its very end; gives HTML.
 */
export const READ_SCRIPT = `(() => {
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
  // A page may have put functions of its own in place of these: then its markup must do.
  try { flatten(document); } catch {}
  return String(root.outerHTML).slice(0, ${MAXIMUM_CHARACTERS});
})()`;
