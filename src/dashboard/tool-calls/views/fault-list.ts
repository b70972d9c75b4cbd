import { html, type Content, type SafeHtml } from '../../html.ts';
import type { Texts } from '../../texts/index.ts';

export interface ShownFault {
  /** The field's `id`. */
  id: string;
  label: string;
  fault: Content;
}

/** Lists what is wrong with a refused form, with a link to each field. */
export function faultList(faults: readonly ShownFault[], { common }: Texts): SafeHtml {
  return html`<ul class="plain">
    ${faults.map(({ id, label, fault }) => html`<li><a href="#${id}">${label}</a>${common.colon}${fault}</li>`)}
  </ul>`;
}

export function argumentFaultRows(
  tool: string,
  faults: ReadonlyMap<string, Content>,
  { playground }: Texts,
): ShownFault[] {
  return [...faults].map(([name, fault]) => ({
    id: `arg-${name}`,
    label: playground.labels[`${tool}.${name}`] ?? name,
    fault,
  }));
}
