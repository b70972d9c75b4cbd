import { PRICES } from '../../credits/tool-prices.ts';
import { toCredits } from '../../lib/credits.ts';
import { html, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';
import type { PageContext } from '../page-context.ts';

type PriceName = keyof Texts['plan']['priceNames'];

const TOOL_PRICES: readonly { tool: string; prices: readonly (readonly [PriceName, number])[] }[] = [
  {
    tool: 'scrape_jobs',
    prices: [
      ['jobsFresh', PRICES.jobsFresh],
      ['jobsCached', PRICES.jobsCached],
      ['jobsFailed', 0],
    ],
  },
  {
    tool: 'get_reputation',
    prices: [
      ['light', PRICES.reputationLight],
      ['deep', PRICES.reputationDeep + PRICES.reputationInsights],
      ['stored', PRICES.reputationStored],
    ],
  },
  { tool: 'scrape_url', prices: [['url', PRICES.url]] },
  { tool: 'ping', prices: [['ping', 0]] },
];

export function priceTable(
  { texts, formats }: PageContext,
  toolTexts: Readonly<Record<string, string>> = {},
): SafeHtml {
  const t = texts.plan;
  return html`<dl class="prices">
    ${TOOL_PRICES.map(
      ({ tool, prices }) =>
        html`<div>
          <dt><code>${tool}</code></dt>
          <dd>
            ${toolTexts[tool] && html`<p>${toolTexts[tool]}</p>`}
            <ul>
              ${prices.map(
                ([name, price]) =>
                  html`<li>
                    <span>${t.priceNames[name]}</span>
                    <strong
                      >${price === 0 ? t.free : t.credits(formats.number(toCredits(price)), toCredits(price))}</strong
                    >
                  </li>`,
              )}
            </ul>
          </dd>
        </div>`,
    )}
  </dl>`;
}
