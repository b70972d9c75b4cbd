// @ts-check
/** Script of the documentation: "/" goes to the search. Every page is read without it. */
'use strict';
(() => {
  /**
   * @param {string} selector
   * @returns {HTMLElement[]}
   */
  const all = (selector) => [...document.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

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
