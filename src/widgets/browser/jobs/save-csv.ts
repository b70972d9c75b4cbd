import { writeJobsCsv } from '../../shared/jobs-csv.ts';
import { button, h } from '../dom.ts';
import type { Host } from '../host.ts';
import type { WidgetTexts } from '../texts.ts';
import type { ShownJob } from './read-jobs.ts';
import { jobsTexts } from './texts.ts';

/** If the client does not accept the file, the CSV is shown as text. */
export function csvButton(host: Host, t: WidgetTexts, jobs: () => readonly ShownJob[]): HTMLElement {
  const texts = jobsTexts(t);
  const place = h('div', { class: 'csv' });
  const pressed = button(texts.csv, async () => {
    const taken = jobs();
    const csv = writeJobsCsv(taken);
    if (await downloadFile(host, csv)) place.replaceChildren();
    else showCsv(csv, taken.length);
  });

  function showCsv(csv: string, count: number): void {
    const area = h('textarea', { readonly: true, 'aria-label': 'CSV', spellcheck: 'false' });
    area.value = csv;
    const copy = button(t.copy, () => {
      area.select();
      // `navigator.clipboard` needs a permission that clients rarely give.
      const isCopied = document.execCommand('copy');
      copy.textContent = isCopied ? t.copied : t.copy;
    });
    place.replaceChildren(
      h('p', { class: 'hint' }, texts.csvLead(t.jobsOf(t.number(count)))),
      area,
      h(
        'div',
        { class: 'actions' },
        copy,
        button(texts.close, () => {
          place.replaceChildren();
          pressed.focus();
        }),
      ),
    );
    area.select();
    area.focus();
  }

  return h('div', { class: 'save' }, pressed, place);
}

async function downloadFile(host: Host, csv: string): Promise<boolean> {
  if (!('downloadFile' in host.capabilities())) return false;
  const resource = { uri: 'file:///jobs.csv', mimeType: 'text/csv', text: csv };
  try {
    const result = await host.request('ui/download-file', { contents: [{ type: 'resource', resource }] });
    return result['isError'] !== true;
  } catch {
    return false;
  }
}
