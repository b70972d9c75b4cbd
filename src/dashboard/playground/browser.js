// @ts-check
/** The playground works without this script. */
'use strict';
(() => {
  /**
   * Returns the elements that match the selector and have the type.
   * @template {Element} T
   * @param {ParentNode} root
   * @param {string} selector
   * @param {new () => T} type
   * @returns {T[]}
   */
  const all = (root, selector, type) =>
    [...root.querySelectorAll(selector)].flatMap((found) => (found instanceof type ? [found] : []));
  /**
   * @template {Element} T
   * @param {string} selector
   * @param {new () => T} type
   * @returns {T}
   */
  const one = (selector, type) => {
    const [found] = all(document, selector, type);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  /**
   * Returns the event's target or its nearest ancestor that matches the selector. Returns undefined if none matches, or
   * if the matching element has another type.
   * @template {Element} T
   * @param {Event} event
   * @param {string} selector
   * @param {new () => T} type
   * @returns {T | undefined}
   */
  const closest = (event, selector, type) => {
    const found = event.target instanceof Element ? event.target.closest(selector) : null;
    return found instanceof type ? found : undefined;
  };
  if (!document.querySelector('form[data-run]') || !document.getElementById('progress')) return;

  const form = one('form[data-run]', HTMLFormElement);
  const answer = one('#answer', HTMLElement);
  const progress = one('#progress', HTMLElement);
  /**
   * @param {string} name
   * @returns {HTMLInputElement}
   */
  const input = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  /** @param {MouseEvent} event */
  const opensElsewhere = (event) => event.metaKey || event.ctrlKey || event.shiftKey;

  for (const link of all(form, 'a[data-fill]', HTMLAnchorElement)) {
    link.addEventListener('click', (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      const filled = input(link.dataset.fill ?? '');
      filled.value = link.dataset.text ?? '';
      filled.focus();
    });
  }

  /**
   * Shows elements that need this script, and hides elements that it replaces.
   * @param {ParentNode} root
   */
  const enhance = (root) => {
    for (const button of all(root, '[data-take]', HTMLElement)) button.hidden = false;
    for (const needless of all(root, '[data-needless]', HTMLElement)) needless.hidden = true;
  };
  enhance(document);

  /** @param {string} source A URL, or "#" and the ID of an element. */
  const textOf = async (source) => {
    if (source.startsWith('#')) return document.getElementById(source.slice(1))?.textContent ?? '';
    const response = await fetch(source);
    if (!response.ok) throw new Error('gone');
    return (await response.text()).replace(/^\uFEFF/, '');
  };
  /** @param {string} text */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // `navigator.clipboard` is missing in old browsers and on pages over plain http.
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  };
  addEventListener('click', async (event) => {
    const button = closest(event, '[data-take]', HTMLElement);
    if (!button) return;
    const label = button.textContent;
    try {
      await copy(await textOf(button.dataset.take ?? ''));
    } catch {
      location.reload();
      return;
    }
    button.textContent = button.dataset.copied ?? label;
    button.focus();
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });

  /** Makes the language and colour links in the footer lead to the answer that is shown now. */
  const followSwitches = () => {
    for (const link of all(document, 'a[data-choice]', HTMLAnchorElement)) {
      const name = link.dataset.choice ?? '';
      const to = new URL(location.href);
      to.searchParams.set(name, new URL(link.href).searchParams.get(name) ?? '');
      link.href = to.pathname + to.search;
    }
  };
  /** @param {string} url The path that shows the answer again. */
  const showPath = (url) => {
    history.replaceState(null, '', url);
    followSwitches();
  };
  const focusAnswer = () => {
    const heading = answer.querySelector('h2');
    if (!heading) return;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  /**
   * Replaces the shown answer with the one at `url`.
   * @param {string} url
   * @param {string} [focusId]
   */
  const show = async (url, focusId) => {
    try {
      const response = await fetch(url);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = page.getElementById('answer');
      if (!response.ok || !next || next.children.length === 0) throw new Error('gone');
      answer.replaceChildren(...next.childNodes);
    } catch {
      location.assign(url);
      return;
    }
    enhance(answer);
    showPath(url);
    if (focusId) document.getElementById(focusId)?.focus();
    else focusAnswer();
  };
  answer.addEventListener('change', (event) => {
    const view = closest(event, 'form[data-view]', HTMLFormElement);
    if (!view || !(event.target instanceof Element)) return;
    void show(`/playground?${filled(view, () => true)}`, event.target.id);
  });
  answer.addEventListener('click', (event) => {
    const link = closest(event, 'a[data-swap]', HTMLAnchorElement);
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    void show(link.pathname + link.search);
  });

  /**
   * Returns the fields of a form that are not empty, as a query.
   * @param {HTMLFormElement} source
   * @param {(name: string) => boolean} isWanted
   */
  const filled = (source, isWanted) => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(source))
      if (typeof value === 'string' && value !== '' && isWanted(name)) query.append(name, value);
    return query;
  };

  const status = one('#progress [data-said]', HTMLElement);
  const bar = one('#progress progress', HTMLProgressElement);
  const parts = one('#progress [data-parts]', HTMLElement);
  const cancel = one('#progress [data-cancel]', HTMLButtonElement);
  const cancelLabel = cancel.textContent;
  /** @type {AbortController | null} */
  let running = null;

  /**
   * Puts the form's values into the URL, unless it would become too long, so that a reload shows them again.
   * @param {HTMLFormElement} sent
   */
  const keepTyped = (sent) => {
    const url = `/playground?${filled(sent, (name) => /^(tool|mode|arg-.*)$/.test(name))}`;
    history.replaceState(null, '', url.length <= 2000 ? url : '/playground');
    followSwitches();
  };
  /** @param {HTMLInputElement} box The ticked box of a platform. */
  const waitingPart = (box) => {
    const item = document.createElement('li');
    const badge = document.createElement('span');
    const label = box.parentElement?.querySelector('span')?.firstChild?.textContent?.trim() ?? box.value;
    badge.className = 'badge';
    badge.textContent = `${label} · ${progress.dataset.waiting}`;
    item.dataset.part = box.value;
    item.dataset.name = label;
    item.append(badge);
    return item;
  };
  /** @param {HTMLFormElement} sent */
  const begin = (sent) => {
    const platforms = new FormData(sent).getAll('arg-platforms');
    const asked = all(form, '.sites input:enabled', HTMLInputElement).filter(({ value }) => platforms.includes(value));
    keepTyped(sent);
    answer.replaceChildren();
    status.textContent = progress.dataset.starting ?? '';
    bar.removeAttribute('value');
    cancel.disabled = false;
    cancel.textContent = cancelLabel;
    parts.replaceChildren(...asked.map(waitingPart));
    progress.hidden = false;
    progress.scrollIntoView({ block: 'nearest' });
  };
  const finish = () => {
    progress.hidden = true;
    running = null;
    for (const button of all(form, 'button.primary', HTMLButtonElement)) {
      button.removeAttribute('aria-busy');
      button.disabled = false;
    }
  };
  /** @param {string | undefined} text */
  const showError = (text) => {
    finish();
    const notice = document.createElement('p');
    notice.className = 'notice bad';
    notice.setAttribute('role', 'alert');
    notice.textContent = text ?? '';
    answer.replaceChildren(notice);
  };
  /** @param {any} params The parameters of a progress notification. */
  const showProgress = ({ progress: done, total, message, _meta: meta }) => {
    bar.max = total;
    bar.value = done;
    status.textContent = message;
    const platform = meta?.['io.jobdata/platform'];
    const item = platform && all(parts, 'li', HTMLLIElement).find(({ dataset }) => dataset.part === platform.code);
    const badge = item?.querySelector('.badge');
    if (!badge) return;
    badge.className = `badge ${platform.good ? 'good' : 'bad'}`;
    badge.textContent = `${item.dataset.name} · ${platform.said}`;
  };
  /** @param {any} message A JSON-RPC message. */
  const receive = (message) => {
    if (message.method === 'notifications/progress') return showProgress(message.params);
    if (message.error) return showError(message.error.message);
    finish();
    // This is safe, because the HTML comes from this service, which escapes the texts in it.
    answer.innerHTML = message.result.html;
    enhance(answer);
    if (message.result.path) showPath(message.result.path);
    focusAnswer();
  };
  /** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body Server-sent events. */
  const read = async (body) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (rest + value).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = frame.split('\n').find((line) => line.startsWith('data: '));
        if (data) receive(JSON.parse(data.slice(6)));
      }
    }
  };
  const randomName = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  /**
   * Returns all fields of a form, including empty ones, as when a browser posts the form.
   * @param {HTMLFormElement} sent
   */
  const encoded = (sent) => {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(sent)) if (typeof value === 'string') body.append(name, value);
    return body;
  };
  /** @param {HTMLFormElement} sent The form of the tool, or the form that requests another page of its answer. */
  const send = async (sent) => {
    if (running) return;
    input('run').value = randomName();
    const body = encoded(sent);
    // The button that cancels the call reads the ID from the form of the tool.
    body.set('run', input('run').value);
    const own = new AbortController();
    running = own;
    begin(sent);
    let begun = false;
    try {
      const response = await fetch('/playground/run', {
        method: 'POST',
        headers: { accept: 'text/event-stream' },
        body,
        signal: own.signal,
      });
      if (!response.body || !(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
        // The user is logged out, or the form is out of date. Submitting the form normally shows a page with the error.
        if (!sent.isConnected) answer.append(sent);
        sent.submit();
        return;
      }
      begun = true;
      await read(response.body);
      if (running === own) showError(progress.dataset.lost);
    } catch {
      if (running === own) showError(progress.dataset.lost);
    }
    if (begun && running === own) finish();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  answer.addEventListener('submit', (event) => {
    const page = closest(event, 'form[data-page]', HTMLFormElement);
    const button = event.submitter;
    if (!page || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (running) return;
    // `FormData` does not include the button, so its value moves into a hidden field.
    const offset = document.createElement('input');
    offset.type = 'hidden';
    offset.name = button.name;
    offset.value = button.value;
    page.append(offset);
    void send(page);
  });
  cancel.addEventListener('click', async () => {
    const own = running;
    if (!own) return;
    cancel.disabled = true;
    cancel.textContent = progress.dataset.cancelling ?? '';
    const abort = () => {
      if (running === own) own.abort();
    };
    try {
      const body = new URLSearchParams({ _csrf: input('_csrf').value, run: input('run').value });
      const response = await fetch('/playground/cancel', { method: 'POST', body });
      // Status 204 means that the call is being cancelled. The stream gets ten seconds to deliver the final message,
      // which states the charge.
      if (response.status === 204) setTimeout(abort, 10_000);
      else abort();
    } catch {
      abort();
    }
  });
})();
