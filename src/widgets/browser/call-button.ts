import { button, h } from './dom.ts';
import { callTool, HostRefusal, type Host } from './host.ts';
import type { Unknown } from './message.ts';
import type { WidgetTexts } from './texts.ts';

interface PricedCall {
  host: Host;
  t: WidgetTexts;
  /** Says what the call does and what it costs. */
  label: string;
  busy: string;
  tool: string;
  args: object;
  class?: string;
  onResult(result: Unknown): void;
}

/** Calls that are not over, by tool and arguments. Buttons are drawn anew meanwhile, and several may stand for one call. */
const running = new Map<string, Promise<Unknown>>();

/**
 * A button that calls a tool when it is pressed, never by itself, with its price in its label and what went wrong
 * beside it. While the same call runs, whichever button began it, nothing is called again.
 */
export function callButton({ host, t, label, busy, tool, args, class: kind = '', onResult }: PricedCall): HTMLElement {
  const said = h('span', { role: 'status' });
  const call = JSON.stringify([tool, args]);

  function begin(): Promise<unknown> {
    const result = callTool(host, tool, args).finally(() => running.delete(call));
    running.set(call, result);
    return result.then(onResult);
  }

  function follow(outcome: Promise<unknown>): void {
    // It stays in the order of keys: whoever pressed it is still there.
    pressed.setAttribute('aria-disabled', 'true');
    pressed.textContent = busy;
    said.className = '';
    said.replaceChildren();
    outcome
      .catch((error: unknown) => {
        said.className = 'notice bad';
        const isRefusal = error instanceof HostRefusal;
        said.textContent = isRefusal ? error.message.slice(0, 600) || t.noReason : t.noClientAnswer;
      })
      .finally(() => {
        pressed.removeAttribute('aria-disabled');
        pressed.textContent = label;
      });
  }

  const pressed = button(
    label,
    () => {
      if (pressed.getAttribute('aria-disabled') !== 'true') follow(running.get(call) ?? begin());
    },
    kind === '' ? {} : { class: kind },
  );
  const begun = running.get(call);
  if (begun) follow(begun);
  return h('div', { class: 'call' }, pressed, said);
}
