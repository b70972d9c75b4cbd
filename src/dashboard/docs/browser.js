// @ts-check
/** Every page of the documentation can be read without this script. */
'use strict';
(() => {
  /**
   * @param {string} selector
   * @returns {HTMLElement[]}
   */
  const all = (selector) => [...document.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

  const { labelCopy = '', labelCopied = '' } = all('.document')[0]?.dataset ?? {};
  all('.document .code').forEach((figure, index) => {
    const code = figure.querySelector('pre');
    if (!code) return;
    code.id = `code-${index}`;
    // `assets/browser.js`, which runs after this script, handles `data-copy` buttons.
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.copy = code.id;
    button.dataset.copied = labelCopied;
    button.textContent = labelCopy;
    figure.append(button);
  });

  const REMEMBERED = 'docs-tabs';
  /** @returns {string[]} Titles of the chosen tabs, the most recent first. */
  const remembered = () => {
    try {
      const titles = JSON.parse(localStorage.getItem(REMEMBERED) ?? '[]');
      return Array.isArray(titles) ? titles : [];
    } catch {
      // Storage is switched off, or its content is invalid.
      return [];
    }
  };
  /** @type {((titles: string[]) => void)[]} */
  const groups = [];
  all('.variants').forEach((group, index) => {
    const list = document.createElement('div');
    list.role = 'tablist';
    // `assets/browser.js`, which runs after this script, handles arrow keys in `data-arrows` lists.
    list.dataset.arrows = '';
    const variants = [...group.children].map((figure, at) => {
      const caption = figure.querySelector('figcaption');
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.role = 'tab';
      tab.id = `tab-${index}-${at}`;
      tab.textContent = caption?.textContent ?? '';
      caption?.remove();
      figure.id = `variant-${index}-${at}`;
      figure.setAttribute('role', 'tabpanel');
      figure.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('aria-controls', figure.id);
      tab.addEventListener('click', () => choose(tab));
      list.append(tab);
      return { tab, figure, title: tab.textContent };
    });
    group.prepend(list);
    groups.push((titles) => {
      const wanted = titles.find((title) => variants.some((variant) => variant.title === title));
      const chosen = variants.find(({ title }) => title === wanted) ?? variants[0];
      for (const variant of variants) {
        const isChosen = variant === chosen;
        variant.tab.setAttribute('aria-selected', String(isChosen));
        variant.tab.tabIndex = isChosen ? 0 : -1;
        variant.figure.toggleAttribute('hidden', !isChosen);
      }
    });
  });
  /** @param {HTMLElement} tab */
  const choose = (tab) => {
    const title = tab.textContent ?? '';
    const titles = [title, ...remembered().filter((other) => other !== title)].slice(0, 20);
    const before = tab.getBoundingClientRect().top;
    for (const show of groups) show(titles);
    // The groups of tabs above may have changed their height, so the page is scrolled to keep the clicked tab in place.
    scrollBy(0, tab.getBoundingClientRect().top - before);
    try {
      localStorage.setItem(REMEMBERED, JSON.stringify(titles));
    } catch {
      // Storage is switched off or full, so the choice applies to this page only.
    }
  };
  for (const show of groups) show(remembered());
})();
