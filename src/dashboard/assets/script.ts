/** What JavaScript adds: copy buttons, arrow keys in charts, the look for a first call. Every page works without it. */
export const SCRIPT = `'use strict';
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    const text = 'value' in source ? source.value : source.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const selection = getSelection();
      if ('select' in source) source.select();
      else selection.selectAllChildren(source);
      document.execCommand('copy');
    }
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
for (const list of document.querySelectorAll('[data-arrows]')) {
  const items = [...list.children];
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -items.length, End: items.length };
  const move = (to) => {
    for (const item of items) item.tabIndex = item === to ? 0 : -1;
    to.focus();
  };
  list.addEventListener('keydown', (event) => {
    const at = items.indexOf(event.target);
    const step = steps[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    move(items[Math.max(0, Math.min(items.length - 1, at + step))]);
  });
}
for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener('submit', () => {
    for (const button of form.querySelectorAll('button.primary')) {
      button.setAttribute('aria-busy', 'true');
      setTimeout(() => { button.disabled = true; }, 0);
    }
  });
}
const firstCall = document.querySelector('[data-first-call]');
if (firstCall) {
  const [waiting, arrived] = firstCall.children;
  const until = Date.now() + 900000;
  let wait = 2000;
  let timer;
  const look = async () => {
    clearTimeout(timer);
    let answer;
    try {
      answer = await fetch(firstCall.dataset.firstCall, { redirect: 'manual' });
    } catch {
      answer = undefined;
    }
    if (answer && !answer.ok) return stop();
    if (answer && (await answer.json()).called) {
      waiting.hidden = true;
      arrived.hidden = false;
      for (const next of document.querySelectorAll('[data-arrived]')) next.hidden = false;
      for (const past of document.querySelectorAll('[data-waiting]')) past.hidden = true;
      return stop();
    }
    if (Date.now() > until) return stop();
    wait = Math.min(wait * 1.25, 15000);
    if (!document.hidden) timer = setTimeout(look, wait);
  };
  const seen = () => { if (!document.hidden) look(); };
  const stop = () => document.removeEventListener('visibilitychange', seen);
  document.addEventListener('visibilitychange', seen);
  timer = setTimeout(look, wait);
}
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll('button[aria-busy]')) {
    button.disabled = false;
    button.removeAttribute('aria-busy');
  }
});
`;
