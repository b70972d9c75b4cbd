/** What JavaScript adds to the playground: live progress, cancelling, views without a reload, copying. It works without. */
export const PLAYGROUND_SCRIPT = `'use strict';
(() => {
  const form = document.querySelector('form[data-run]');
  const answer = document.getElementById('answer');
  const progress = document.getElementById('progress');
  if (!form || !answer || !progress) return;

  const country = form.elements['arg-country'];
  const sites = [...form.querySelectorAll('fieldset[data-country]')];
  const followCountry = (tickUsual) => {
    for (const group of sites) {
      const isOther = group.dataset.country !== country.value;
      group.disabled = isOther;
      if (isOther || !tickUsual || group.querySelector('input:checked')) continue;
      for (const box of group.querySelectorAll('input[data-usual]')) box.checked = true;
    }
  };
  if (country && sites.length > 0) {
    followCountry(false);
    country.addEventListener('change', () => {
      followCountry(true);
      // What the samples of one country know, those of the other do not.
      const query = form.elements['arg-query'];
      const [own, other] = [true, false].map((same) => sites.find(({ dataset }) => (dataset.country === country.value) === same));
      if (own && other && own.dataset.example && query.value === other.dataset.example) query.value = own.dataset.example;
    });
    addEventListener('pageshow', () => followCountry(false));
  }

  for (const link of form.querySelectorAll('a[data-fill]')) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const filled = form.elements[link.dataset.fill];
      filled.value = link.dataset.text;
      filled.focus();
    });
  }

  const wake = (root) => {
    for (const button of root.querySelectorAll('[data-take]')) button.hidden = false;
    for (const needless of root.querySelectorAll('[data-needless]')) needless.hidden = true;
  };
  wake(document);

  const textOf = async (source) => {
    if (source.startsWith('#')) return document.getElementById(source.slice(1)).textContent;
    const response = await fetch(source);
    if (!response.ok) throw new Error('gone');
    return (await response.text()).replace(/^\\uFEFF/, '');
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  };
  addEventListener('click', async (event) => {
    const button = event.target.closest('[data-take]');
    if (!button) return;
    const label = button.textContent;
    try {
      await copy(await textOf(button.dataset.take));
    } catch {
      location.reload();
      return;
    }
    button.textContent = button.dataset.copied;
    button.focus();
    setTimeout(() => { button.textContent = label; }, 2000);
  });

  const seen = (url) => {
    history.replaceState(null, '', url);
    form.elements.shown.value = url;
  };
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
    wake(answer);
    seen(url);
    if (focusId) document.getElementById(focusId)?.focus();
    else focusAnswer();
  };
  const focusAnswer = () => {
    const heading = answer.querySelector('h2');
    if (!heading) return;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  answer.addEventListener('change', (event) => {
    const view = event.target.closest('form[data-view]');
    if (!view) return;
    const given = new URLSearchParams(new FormData(view));
    for (const [name, value] of [...given]) if (value === '') given.delete(name);
    void show('/playground?' + given, event.target.id);
  });
  answer.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-swap]');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void show(link.pathname + link.search);
  });

  const said = progress.querySelector('[data-said]');
  const bar = progress.querySelector('progress');
  const parts = progress.querySelector('[data-parts]');
  const cancel = progress.querySelector('[data-cancel]');
  const cancelLabel = cancel.textContent;
  let ending = null;

  // A reload in the midst finds the form as it was sent, as far as an address may hold it.
  const keepTyped = () => {
    const typed = [...new FormData(form)].filter(([name, value]) => value !== '' && /^(tool|mode|arg-.*)$/.test(name));
    const url = '/playground?' + new URLSearchParams(typed);
    history.replaceState(null, '', url.length <= 2000 ? url : '/playground');
  };
  const begin = () => {
    answer.replaceChildren();
    form.elements.shown.value = '';
    said.textContent = progress.dataset.starting;
    bar.removeAttribute('value');
    cancel.disabled = false;
    cancel.textContent = cancelLabel;
    parts.replaceChildren(
      ...[...form.querySelectorAll('.sites input:checked:enabled')].map((box) => {
        const item = document.createElement('li');
        const badge = document.createElement('span');
        badge.className = 'badge';
        item.dataset.part = box.value;
        item.dataset.name = box.parentElement.querySelector('span').firstChild.textContent.trim();
        badge.textContent = item.dataset.name + ' · ' + progress.dataset.waiting;
        item.append(badge);
        return item;
      }),
    );
    keepTyped();
    progress.hidden = false;
    progress.scrollIntoView({ block: 'nearest' });
  };
  const finish = () => {
    progress.hidden = true;
    ending = null;
    for (const button of form.querySelectorAll('button.primary')) {
      button.removeAttribute('aria-busy');
      button.disabled = false;
    }
  };
  const heard = (message) => {
    if (message.method === 'notifications/progress') {
      const { progress: done, total, message: text, _meta: meta } = message.params;
      bar.max = total;
      bar.value = done;
      said.textContent = text;
      const part = meta && meta['io.jobdata/platform'];
      const item = part && [...parts.children].find(({ dataset }) => dataset.part === part.code);
      if (!item) return;
      item.firstChild.className = 'badge ' + (part.good ? 'good' : 'bad');
      item.firstChild.textContent = item.dataset.name + ' · ' + part.said;
      return;
    }
    if (message.error) return tell(message.error.message);
    finish();
    answer.innerHTML = message.result.html;
    wake(answer);
    if (message.result.path) seen(message.result.path);
    focusAnswer();
  };
  const tell = (text) => {
    finish();
    const notice = document.createElement('p');
    notice.className = 'notice bad';
    notice.setAttribute('role', 'alert');
    notice.textContent = text;
    answer.replaceChildren(notice);
  };

  const read = async (body) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value;
      const frames = rest.split('\\n\\n');
      rest = frames.pop();
      for (const frame of frames) {
        const data = frame.split('\\n').find((line) => line.startsWith('data: '));
        if (data) heard(JSON.parse(data.slice(6)));
      }
    }
  };
  const names = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  form.addEventListener('submit', async (event) => {
    // The switch of languages sends the form elsewhere.
    if (event.submitter && event.submitter.hasAttribute('formaction')) return;
    event.preventDefault();
    if (ending) return;
    form.elements.run.value = names();
    const own = new AbortController();
    ending = own;
    begin();
    let begun = false;
    try {
      const response = await fetch('/playground/run', {
        method: 'POST',
        headers: { accept: 'text/event-stream' },
        body: new URLSearchParams(new FormData(form)),
        signal: own.signal,
      });
      if (!(response.headers.get('content-type') || '').startsWith('text/event-stream')) {
        // Logged out, or a form that is out of date: the page itself says so.
        form.submit();
        return;
      }
      begun = true;
      await read(response.body);
      if (ending === own) tell(progress.dataset.lost);
    } catch {
      if (ending === own) tell(progress.dataset.lost);
    }
    if (begun && ending === own) finish();
  });
  cancel.addEventListener('click', async () => {
    const own = ending;
    if (!own) return;
    cancel.disabled = true;
    cancel.textContent = progress.dataset.cancelling;
    const end = () => { if (ending === own) own.abort(); };
    try {
      const body = new URLSearchParams({ _csrf: form.elements._csrf.value, run: form.elements.run.value });
      const response = await fetch('/playground/cancel', { method: 'POST', body });
      // Its word on what was charged comes with the stream.
      if (response.status === 204) setTimeout(end, 10000);
      else end();
    } catch {
      end();
    }
  });
})();
`;
