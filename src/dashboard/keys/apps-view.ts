import { factList } from '../components/data-table.ts';
import { keyStatus } from '../../credits/calls.ts';
import { toCredits, type Millicredits } from '../../lib/credits.ts';
import type { ConnectedApp } from '../../oauth/connected-apps.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import type { KeyDraft } from '../key-limits/draft.ts';
import { limitFields, storedLimits } from '../key-limits/view.ts';
import { codeBlock } from '../components/code-block.ts';
import { form } from '../components/form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface AppListing {
  apps: readonly ConnectedApp[];
  spent: ReadonlyMap<string, Millicredits>;
  draft: KeyDraft | undefined;
  pageContext: PageContext;
  tools: readonly string[];
  now: number;
  address: string | undefined;
}

const OLD_APPS = 8;

/** Returns undefined if there are no apps and OAuth is off. */
export function appSection(listing: AppListing): Content {
  const { apps, pageContext, now, address } = listing;
  const t = textsOf(pageContext, TEXTS).apps;
  if (apps.length === 0 && address === undefined) return undefined;
  const active = apps.filter(({ key }) => keyStatus(key, now) === 'active');
  const old = apps.filter(({ key }) => keyStatus(key, now) !== 'active');
  return html`<section id="apps">
    <h2>${t.title}</h2>
    <p>${t.lead}</p>
    ${active.length === 0 ? html`<p>${t.none}</p>` : active.map((app) => appCard(app, listing))}
    ${
      old.length > 0 &&
      html`<details class="field">
        <summary>${t.old} (${old.length})</summary>
        ${old.slice(0, OLD_APPS).map((app) => appCard(app, listing))}
      </details>`
    }
    ${address !== undefined && connecting(address, pageContext)}
  </section>`;
}

function connecting(address: string, { texts }: PageContext): SafeHtml {
  const t = textsOf(texts, TEXTS).apps;
  return html`<p>${t.address}</p>
    ${codeBlock('app-address', address, texts, t.addressLabel)}
    <details>
      <summary>${t.waysTitle}</summary>
      ${factList(
        t.ways.map(({ client, text }) => [client, text]),
        'facts rows',
      )}
      <p class="hint">${t.waysElse}</p>
    </details>`;
}

function appCard({ key, grant }: ConnectedApp, listing: AppListing): SafeHtml {
  const { pageContext, spent, now } = listing;
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS).apps;
  const status = keyStatus(key, now);
  const facts: [string, Content][] = [
    [t.host, grant.redirectHost],
    [t.since, formats.date(grant.createdAt)],
    [texts.keys.lastUsed, key.lastUsedAt === null ? texts.common.never : formats.time(key.lastUsedAt)],
    [t.spent, formats.number(toCredits(spent.get(key.id) ?? 0))],
    [texts.keys.cap, key.dailyCap === null ? t.unlimited : formats.number(toCredits(key.dailyCap))],
    [texts.keys.tools, key.allowedTools === null ? t.allTools : key.allowedTools.join(', ')],
  ];
  return html`<div class="key" id="${key.id}">
    <h3>
      <bdi>${key.name}</bdi>
      <span class="hint">${grant.clientHost === null ? t.unproven : t.proven(grant.clientHost)}</span>
      <span class="badge ${status === 'active' ? 'good' : 'bad'}">${t.status[status]}</span>
    </h3>
    ${factList(facts)} ${status === 'active' && manage({ key, grant }, listing)}
  </div>`;
}

function manage({ key }: ConnectedApp, { pageContext, tools, draft }: AppListing): SafeHtml {
  const { texts, csrf } = pageContext;
  const t = textsOf(texts, TEXTS).apps;
  const typed = draft?.form === `limits-${key.id}` ? draft : undefined;
  return html`<details class="field" ${typed && html`open`}>
      <summary>${t.limits(key.name)}</summary>
      ${form({
        id: `limits-${key.id}`,
        action: `/keys/${key.id}/limits`,
        csrf,
        below: limitFields(typed ?? storedLimits(key, tools), tools, pageContext, key.id, { expiry: false }),
        button: texts.common.save,
      })}
    </details>
    ${form({ action: `/keys/${key.id}/revoke`, csrf, hidden: { confirm: 'yes' }, button: t.disconnect, kind: 'danger' })}`;
}
