// @ts-check
/** Script of the documentation: copy buttons at blocks of code, "/" for the search. Every page is read without it. */
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
    // The script of every page, which runs after this one, makes it copy.
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.copy = code.id;
    button.dataset.copied = labelCopied;
    button.textContent = labelCopy;
    figure.append(button);
  });

  const search = document.querySelector('[role=search] input');
  if (search instanceof HTMLInputElement) {
    for (const hint of all('[role=search] kbd')) hint.hidden = false;
    search.setAttribute('aria-keyshortcuts', '/');
    addEventListener('keydown', (event) => {
      const at = event.target;
      const isTyping = at instanceof HTMLElement && at.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      search.focus();
      search.select();
    });
  }
})();
