import { applyAppearance } from './appearance.ts';
import { h, lines } from './dom.ts';
import { connectHost, firstText, structuredOf, type Host } from './host.ts';
import { isObject } from '../../lib/json-object.ts';
import { membersOf, textOf, type Unknown } from './message.ts';
import { watchSize } from './size.ts';
import { createTexts, type WidgetLanguage, type WidgetTexts } from './texts.ts';

export interface Shown {
  host: Host;
  t: WidgetTexts;
  language: WidgetLanguage;
  data: Unknown;
  /** `_meta` of the result; empty if the client does not pass it on. */
  meta: Unknown;
  /** Undefined if the client did not send the arguments of the call. */
  args: Unknown | undefined;
  /** Returns the state that `make` creates when the result is first shown. The state survives a change of language. */
  keep<State>(make: () => State): State;
}

interface WidgetOptions {
  name: string;
  waiting(t: WidgetTexts, args: Unknown | undefined): string;
  title(t: WidgetTexts): string;
  heading?(t: WidgetTexts, data: Unknown): string;
  /** Returns undefined if the result is not one of this tool. */
  show(shown: Shown): readonly Node[] | undefined;
}

/**
 * After this time without a result, the document says that the result is late. By default, a call takes at most half of
 * this time.
 */
const RESULT_MS = 90_000;

export function runWidget({ name, waiting, title, heading: headingOf, show }: WidgetOptions): void {
  const heading = document.getElementById('title') as HTMLElement;
  const status = document.getElementById('status') as HTMLElement;
  const content = document.getElementById('content') as HTMLElement;
  let args: Unknown | undefined;
  let result: Unknown | undefined;
  let kept: unknown;
  let isSilent = false;
  let isCancelled = false;
  let isLate = false;
  let language: WidgetLanguage = /^fr/i.test(navigator.language) ? 'fr' : 'en';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopSize: (() => void) | undefined;

  const host = connectHost(name, {
    onInput(given) {
      const isOther = !isSame(args, given);
      args = given;
      if (result === undefined) expectResult();
      if (isOther || result === undefined) update();
    },
    onResult(given) {
      // A client may send the same result again. The state is then kept, because the person may have paid for it.
      if (result === undefined || !isSame(structuredOf(result), structuredOf(given))) kept = undefined;
      result = given;
      clearTimeout(timer);
      update();
    },
    onCancelled() {
      isCancelled = true;
      clearTimeout(timer);
      if (result === undefined) update();
    },
    onContext(context) {
      applyAppearance(context);
      const locale = textOf(context['locale']);
      const next: WidgetLanguage = locale === '' ? language : /^fr/i.test(locale) ? 'fr' : 'en';
      const isOther = next !== language;
      language = next;
      // Showing the result again would close opened details, so it is shown again only for a new language.
      if (isOther || result === undefined) update();
    },
    onSilence() {
      isSilent = true;
      update();
    },
    onReady() {
      stopSize = watchSize(host);
    },
    onTeardown() {
      clearTimeout(timer);
      stopSize?.();
    },
  });

  function expectResult(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      update();
    }, RESULT_MS);
  }

  function say(text: string): void {
    status.textContent = text;
    status.hidden = text === '';
  }

  function update(): void {
    const t = createTexts(language);
    document.documentElement.lang = language;
    document.title = title(t);
    heading.textContent = title(t);
    if (result !== undefined) return updateResult(t, result);
    content.replaceChildren();
    document.documentElement.toggleAttribute('data-waiting', !isCancelled && !isLate && !isSilent);
    if (isCancelled) say(t.cancelled);
    else if (isLate) say(t.late);
    else if (isSilent && args === undefined) say(t.silent);
    else say(waiting(t, args));
  }

  function keep<State>(make: () => State): State {
    kept ??= make();
    return kept as State;
  }

  function updateResult(t: WidgetTexts, given: Unknown): void {
    document.documentElement.removeAttribute('data-waiting');
    const data = structuredOf(given);
    const failed = given['isError'] === true;
    const drawn =
      failed || data === undefined
        ? undefined
        : show({ host, t, language, data, meta: membersOf(given['_meta']), args, keep });
    if (drawn !== undefined) {
      say('');
      if (headingOf && data) heading.textContent = headingOf(t, data);
      content.replaceChildren(...drawn);
      return;
    }
    say(failed ? t.failed : t.unreadable);
    const text = lines(firstText(given).slice(0, MAXIMUM_TEXT));
    content.replaceChildren(...(text === '' ? [] : [h('pre', { class: 'own-words', tabindex: '0' }, text)]));
  }

  update();
}

const MAXIMUM_TEXT = 4_000;

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True for a call with a test key. Its answer comes from sample data. */
export function isTestCall(meta: Unknown): boolean {
  return membersOf(meta['io.jobdata/receipt'])['test'] === true;
}

export function costOf(result: Unknown): { cost: number; balance: number } | undefined {
  const receipt = membersOf(result['_meta'])['io.jobdata/receipt'];
  if (!isObject(receipt)) return undefined;
  const { cost, balance } = receipt;
  return typeof cost === 'number' && typeof balance === 'number' ? { cost, balance } : undefined;
}
