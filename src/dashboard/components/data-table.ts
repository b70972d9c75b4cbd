import { html, type Content, type SafeHtml } from '../html.ts';
import { attributes } from './fields.ts';

export interface Column<Row> {
  title: string;
  cell(row: Row): Content;
  /** `head` makes the cell the header of its row, and `number` aligns it to the right. Other values are CSS classes. */
  kind?: 'head' | 'head free' | 'number' | 'nowrap' | 'free' | 'soft' | undefined;
}

interface TableStyle {
  /** CSS classes of the table. With `stacked`, each row is shown as a list on a phone. */
  kind?: string;
  caption?: string;
}

/** Builds a table that scrolls sideways if it is too wide. `false` in `columns` leaves a column out. */
export function dataTable<Row>(
  label: string,
  columns: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  { kind, caption }: TableStyle = {},
): SafeHtml {
  const shown = columns.filter((column) => column !== false);
  const isStacked = kind?.includes('stacked') ?? false;
  const cell = ({ title, cell: contentOf, kind: columnKind }: Column<Row>, row: Row): SafeHtml => {
    const content = contentOf(row);
    const cellKind = columnKind ?? '';
    if (cellKind.startsWith('head')) {
      return html`<th scope="row" ${attributes([['class', cellKind.slice(5) || undefined]])}>${content}</th>`;
    }
    const marks = attributes([
      ['class', cellKind || undefined],
      ['data-label', isStacked ? title : undefined],
    ]);
    return html`<td ${marks}>${content}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table ${attributes([['class', kind]])}>
      ${
        caption !== undefined &&
        html`<caption>
          ${caption}
        </caption>`
      }
      <thead>
        <tr>
          ${shown.map((column) => html`<th scope="col" ${column.kind === 'number' && html`class="number"`}>${column.title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${shown.map((column) => cell(column, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The value `false` leaves the row out. */
export type Fact = readonly [name: Content, value: Content];

/**
 * With `facts`, several facts share a line. With `facts rows`, each fact is on its own line. With `pairs`, names and
 * values are in two columns.
 */
export function factList(
  facts: readonly Fact[],
  kind: 'facts' | 'facts rows' | 'pairs' | 'pairs field' = 'facts',
): SafeHtml {
  return html`<dl class="${kind}">
    ${facts.map(
      ([name, value]) =>
        value !== false &&
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
