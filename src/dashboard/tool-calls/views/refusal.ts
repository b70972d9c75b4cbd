import type { PlatformRow } from '../../../../schemas/index.ts';
import type { PlaygroundOutcome } from '../answers.ts';
import { html, type Content, type SafeHtml } from '../../html.ts';
import type { AnswerContext } from './context.ts';
import { argumentFaultRows, faultList } from './fault-list.ts';
import { platformOutcomes } from './platform-rows.ts';

const MAXIMUM_MESSAGE = 1_500;
const MAXIMUM_ROWS = 50;

type Refused = Extract<PlaygroundOutcome, { kind: 'refused' }>;

export function refusalView(refused: Refused, context: AnswerContext): SafeHtml {
  const { texts } = context.pageContext;
  const t = texts.playground;
  const { reason, message, details } = refused;
  const failed = reason === 'upstream_failed' || reason === 'internal';
  return html`<h2 tabindex="-1">${failed ? t.failed : t.refused}</h2>
    <div class="notice bad" role="alert">
      <p>${sentence(refused, context)} ${wayOut(refused, context)}</p>
      ${context.faults.size > 0 && faultList(argumentFaultRows(context.answer.form.tool, context.faults, texts), texts)}
    </div>
    ${isRows(details.platforms) && platformOutcomes(details.platforms.slice(0, MAXIMUM_ROWS), context, true)}
    ${
      message !== '' &&
      html`<p class="hint own-words">
        ${t.saysItself}${texts.common.colon}<span lang="${t.descriptionLanguage}"
          >${message.slice(0, MAXIMUM_MESSAGE)}</span
        >
        <code>${reason}</code>
      </p>`
    }
    <p><a href="/docs/errors#${reason}">${t.aboutErrors}</a></p>`;
}

function sentence({ reason, details, requestId }: Refused, { pageContext }: AnswerContext): string {
  const t = pageContext.texts.playground;
  if (reason === 'internal') return details.charged === 'unknown' ? t.chargedUnknown(requestId) : t.ours(requestId);
  return t.refusals[reason] ?? t.failed;
}

function wayOut({ reason, details }: Refused, { pageContext }: AnswerContext): Content {
  const t = pageContext.texts.playground;
  if (reason === 'quota_exceeded' || reason === 'trial_expired') return html`<a href="/plan">${t.toPlan}</a>`;
  if (details.charged === 'unknown') return html`<a href="/usage">${t.toUsage}</a>`;
  const seconds = details.retry_after_seconds;
  return seconds !== undefined && t.waitSeconds(pageContext.formats.number(seconds));
}

/** True if the error details are platform rows, as after a search that failed on all platforms. */
function isRows(value: unknown): value is PlatformRow[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && 'platform' in row);
}
