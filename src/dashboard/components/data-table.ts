import { html, type Content, type SafeHtml } from '../html.ts';
import { attributes } from './fields.ts';

/** A column: its title, and what each row has in it. */
export interface Column<Row> {
  title: string;
  cell(row: Row): Content;
  /** `head`: the row's name. `number`: right-aligned. Others: a class of the cells. */
  kind?: 'head' | 'head free' | 'number' | 'nowrap' | 'free' | 'soft' | undefined;
}

interface TableStyle {
  /** A class of the table; `stacked`: on a phone each row becomes a list. */
  kind?: string;
  caption?: string;
}

/** A table that scrolls in its own frame if it is too wide. Columns that are false are left out. */
export function dataTable<Row>(
  label: string,
  columns: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  { kind, caption }: TableStyle = {},
): SafeHtml {
  const shown = columns.filter((column) => column !== false);
  const isStacked = kind?.includes('stacked') ?? false;
  const cell = ({ title, cell: contentOf, kind: given }: Column<Row>, row: Row): SafeHtml => {
    const content = contentOf(row);
    const cellKind = given ?? '';
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

/** A name with its value; a false value leaves the row out. */
export type Fact = readonly [name: Content, value: Content];

/** Names with values: `facts` one after the other, `pairs` in two columns. */
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
