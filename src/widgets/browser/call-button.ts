import { button, h } from './dom.ts';
import { callTool, HostRefusal, type Host } from './host.ts';
import type { Unknown } from './message.ts';
import type { WidgetTexts } from './texts.ts';

interface PricedCall {
  host: Host;
  t: WidgetTexts;
  /** States the action of the call and its price. */
  label: string;
  busy: string;
  tool: string;
  args: object;
  class?: string;
  onResult(result: Unknown): void;
}

/**
 * Calls in progress, by tool and arguments. They are stored here, because buttons are redrawn while a call runs, and
 * several buttons can belong to one call.
 */
const running = new Map<string, Promise<Unknown>>();

/**
 * Errors appear beside the button. While a call of the same tool with the same arguments runs, a press waits for that
 * call instead of starting another.
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
    // `disabled` would take the focus away from the button.
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
