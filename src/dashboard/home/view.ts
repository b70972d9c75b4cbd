import { TRIAL_DAYS, TRIAL_PLAN } from '../../accounts/plans.ts';
import { toCredits } from '../../lib/credits.ts';
import { copyButton } from '../components/fields.ts';
import { priceTable } from '../components/price-table.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { FIRST_VIEW } from '../tool-calls/jobs.ts';
import { toolResultView, type ShownToolResult } from '../tool-calls/views/answer.ts';
import type { DashboardServices, SampleAnswer, SampleQuestion } from '../services.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

interface HomePageSample {
  questions: readonly SampleQuestion[];
  selected: SampleQuestion;
  answer: SampleAnswer | undefined;
}

/** `sample` is undefined for people who are logged in, who have the playground. */
export function homePage(
  sample: HomePageSample | undefined,
  services: DashboardServices,
  pageContext: PageContext,
): SafeHtml {
  const { texts, session, baseUrl, formats } = pageContext;
  const { menu } = texts;
  const home = textsOf(texts, TEXTS);
  const closed = services.registration.rule === 'closed';
  const trial = services.accounts.planOf({ plan: TRIAL_PLAN, allowance: 0 });
  const [href, label] = session
    ? ['/dashboard', menu.dashboard]
    : closed
      ? ['/login', menu.login]
      : ['/signup', home.start];
  return html`<section class="hero">
      <h1>${home.title}</h1>
      <p class="lead">${home.lead}</p>
      <div class="actions"><a class="button primary" href="${href}">${label}</a></div>
      ${closed && !session && html`<p class="hint">${home.closed}</p>`}
    </section>
    ${sample && sampleSection(sample, pageContext)}
    ${
      (!sample || sample.questions.includes('jobs')) &&
      html`<section>
        <h2>${home.outcomesTitle}</h2>
        <p>${home.outcomesLead}</p>
      </section>`
    }
    <section>
      <h2>${home.tools}</h2>
      ${priceTable(pageContext, home.toolTexts)}
      <p class="hint">${texts.plan.failed}</p>
    </section>
    ${
      !session &&
      !closed &&
      html`<section>
        <h2>${home.how}</h2>
        <ol class="plain">
          ${home.steps.map((step) => html`<li>${step}</li>`)}
        </ol>
        <p>${home.trial(TRIAL_DAYS, formats.number(toCredits(trial.allowance)))}</p>
      </section>`
    }
    <section>
      <h2>${home.endpoint}</h2>
      <pre>POST ${baseUrl}/mcp</pre>
    </section>`;
}

function sampleSection({ questions, selected, answer }: HomePageSample, pageContext: PageContext): SafeHtml {
  const t = textsOf(pageContext, TEXTS);
  return html`<section id="sample">
    <h2>${t.showTitle}</h2>
    <p>${t.showLead}</p>
    <nav class="tabs" aria-label="${t.questionsLabel}">
      <ul>
        ${questions.map(
          (question) =>
            html`<li>
              <a href="/?ask=${question}#sample" ${question === selected && html`aria-current="page"`}
                >${t.questions[question]}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
    ${answer ? sampleAnswer(answer, pageContext) : html`<p role="alert">${t.noAnswer}</p>`}
  </section>`;
}

/** Rendered answers can be cached, because each answer is shown in one language only and never changes. */
const renderedAnswers = new WeakMap<SampleAnswer, SafeHtml>();

function sampleAnswer(answer: SampleAnswer, pageContext: PageContext): SafeHtml {
  const view = renderedAnswers.get(answer) ?? renderAnswer(answer, pageContext);
  renderedAnswers.set(answer, view);
  return view;
}

function renderAnswer({ tool, arguments: args, json, names }: SampleAnswer, pageContext: PageContext): SafeHtml {
  const { common } = pageContext.texts;
  const t = textsOf(pageContext, TEXTS);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  const result = JSON.parse(json) as ShownToolResult;
  const code = (id: string, title: string, value: unknown): SafeHtml =>
    html`<details>
      <summary>${title}</summary>
      <p>${copyButton(id, common)}</p>
      <pre id="${id}" class="tall" tabindex="0" role="group" aria-label="${title}">
${JSON.stringify(value, null, 2)}</pre>
    </details>`;
  return html`${toolResultView(tool, result, {
    pageContext,
    answer: {
      form: { run: '', tool, mode: 'sample', fields: {}, arguments: args },
      outcome: { kind: 'result', json, receiptId: '', cost: 0, balance: 0 },
    },
    isStored: false,
    view: FIRST_VIEW,
    names,
    faults: new Map(),
  })}
  ${code('sample-json', t.asJson, result.structuredContent)} ${code('sample-call', t.call, call)}`;
}
