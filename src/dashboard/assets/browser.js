// @ts-check
/** Every page works without this script. */
'use strict';
(() => {
  /**
   * @param {string} selector
   * @returns {HTMLElement[]}
   */
  const all = (selector) => [...document.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

  for (const button of all('button[data-copy]')) {
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener('click', async () => {
      const source = document.getElementById(button.dataset.copy ?? '');
      if (!source) return;
      const input = source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement ? source : undefined;
      try {
        await navigator.clipboard.writeText(input ? input.value : (source.textContent ?? ''));
      } catch {
        // `navigator.clipboard` is missing in old browsers and on pages over plain http.
        if (input) input.select();
        else getSelection()?.selectAllChildren(source);
        document.execCommand('copy');
      }
      button.textContent = button.dataset.copied ?? label;
      setTimeout(() => {
        button.textContent = label;
      }, 2000);
    });
  }

  for (const list of all('[data-arrows]')) {
    const items = [...list.children].filter((item) => item instanceof HTMLElement || item instanceof SVGElement);
    list.addEventListener('keydown', (event) => {
      const at = items.findIndex((item) => item === event.target);
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      const focused = items[Math.max(0, Math.min(items.length - 1, to))];
      for (const item of items) item.tabIndex = item === focused ? 0 : -1;
      focused?.focus();
    });
  }

  for (const form of document.querySelectorAll('form')) {
    if (form.method !== 'post') continue;
    form.addEventListener('submit', () => {
      for (const button of form.querySelectorAll('button')) {
        if (!button.classList.contains('primary')) continue;
        button.setAttribute('aria-busy', 'true');
        // Browsers do not submit a disabled button, so the button is disabled only after they have collected the form's
        // values.
        setTimeout(() => {
          button.disabled = true;
        }, 0);
      }
    });
  }

  // While the user types in a live form, the page is fetched with the form's values, and the element that `data-live`
  // names is replaced.
  for (const form of document.querySelectorAll('form[data-live]')) {
    if (!(form instanceof HTMLFormElement)) continue;
    const part = form.dataset.live ?? '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let asked = 0;
    const answer = async () => {
      const number = (asked += 1);
      const query = new URLSearchParams();
      for (const [name, value] of new FormData(form)) query.append(name, String(value));
      try {
        const page = await fetch(`${new URL(form.action).pathname}?${query}`, { redirect: 'manual' });
        if (!page.ok || number !== asked) return;
        const shown = document.getElementById(part);
        const answered = new DOMParser().parseFromString(await page.text(), 'text/html').getElementById(part);
        if (answered && number === asked) shown?.replaceChildren(...answered.childNodes);
      } catch {
        // The network failed, but the form's button still works.
      }
    };
    form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(answer, 300);
    });
  }

  // `?` shows the shortcuts, `/` focuses the search of the documentation, and `g` with a letter opens a page of the
  // menu.
  const shortcuts = document.getElementById('shortcuts');
  const search = document.querySelector('.docs [role=search] input');
  const shortcutsSwitch = shortcuts?.querySelector('[data-shortcuts]');
  if (shortcuts && shortcutsSwitch instanceof HTMLInputElement) {
    const OFF = 'shortcuts-off';
    try {
      shortcutsSwitch.checked = localStorage.getItem(OFF) === null;
    } catch {
      // Storage is switched off. The shortcuts stay on.
    }
    const show = () => {
      for (const hint of all('.docs [role=search] kbd')) hint.hidden = !shortcutsSwitch.checked;
      if (search && shortcutsSwitch.checked) search.setAttribute('aria-keyshortcuts', '/');
      else search?.removeAttribute('aria-keyshortcuts');
    };
    show();
    for (const button of all('[popovertarget=shortcuts]')) button.hidden = false;
    shortcutsSwitch.addEventListener('change', () => {
      show();
      try {
        if (shortcutsSwitch.checked) localStorage.removeItem(OFF);
        else localStorage.setItem(OFF, '1');
      } catch {
        // Storage is switched off or full, so the choice applies to this page only.
      }
    });
    const find = () => {
      if (!(search instanceof HTMLInputElement)) return;
      search.focus();
      search.select();
    };
    if (location.hash === '#q') find();
    let lastG = -Infinity;
    addEventListener('keydown', (event) => {
      const at = event.target;
      const isTyping =
        at instanceof HTMLElement && at.closest('input:not([type=checkbox]), textarea, select, [contenteditable]');
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      // `?` works even when the shortcuts are off, because its dialog has the switch that turns them on.
      if (event.key === '?') shortcuts.togglePopover();
      if (event.key === '?' || !shortcutsSwitch.checked) return;
      const isSecond = event.timeStamp - lastG < 1500;
      lastG = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity;
      if (event.key === '/') {
        event.preventDefault();
        if (search) find();
        else location.assign('/docs/quick-start#q');
      } else if (isSecond && /^[a-z]$/.test(event.key)) {
        const page = shortcuts.querySelector(`[data-go="${event.key}"]`);
        if (page instanceof HTMLElement) location.assign(page.dataset.to ?? '/');
      }
    });
  }

  const firstCall = all('[data-first-call]')[0];
  if (firstCall) {
    const [waiting, arrived] = firstCall.children;
    const until = Date.now() + 900_000;
    let wait = 2000;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const poll = async () => {
      clearTimeout(timer);
      /** @type {Response | undefined} */
      let answer;
      try {
        answer = await fetch(firstCall.dataset.firstCall ?? '', { redirect: 'manual' });
      } catch {
        // The network failed, and the next poll tries again.
      }
      if (answer && !answer.ok) return stop();
      if (answer && (await answer.json()).called) {
        waiting?.toggleAttribute('hidden', true);
        arrived?.toggleAttribute('hidden', false);
        for (const next of all('[data-arrived]')) next.hidden = false;
        for (const past of all('[data-waiting]')) past.hidden = true;
        return stop();
      }
      if (Date.now() > until) return stop();
      wait = Math.min(wait * 1.25, 15_000);
      if (!document.hidden) timer = setTimeout(poll, wait);
    };
    const pollWhenVisible = () => {
      if (!document.hidden) void poll();
    };
    const stop = () => document.removeEventListener('visibilitychange', pollWhenVisible);
    document.addEventListener('visibilitychange', pollWhenVisible);
    timer = setTimeout(poll, wait);
  }

  // A page that is restored from the back/forward cache still has its buttons disabled.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const button of document.querySelectorAll('button')) {
      if (!button.hasAttribute('aria-busy')) continue;
      button.disabled = false;
      button.removeAttribute('aria-busy');
    }
  });
})();
