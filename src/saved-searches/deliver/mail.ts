import { html, type SafeHtml } from '../../lib/html.ts';
import type { Mail } from '../../mail/mailer.ts';
import { DELIVERY_TEXTS } from '../texts/index.ts';
import { deliveryTitle, introLines, jobLines, runLines, type JobLines } from './job-lines.ts';
import type { DeliveryContent } from './content.ts';

const MAIL_JOBS = 50;

export interface MailFrame {
  to: string;
  service: string;
  baseUrl: string;
  unsubscribeUrl: string;
}

export function searchLink(baseUrl: string, searchId: string): string {
  return `${baseUrl}/saved-searches#${searchId}`;
}

export function deliveredLink(baseUrl: string, searchId: string, deliveryId: string): string {
  return `${baseUrl}/saved-searches/delivered?id=${searchId}&delivery=${deliveryId}`;
}

export function deliveryMail(content: DeliveryContent, { to, service, baseUrl, unsubscribeUrl }: MailFrame): Mail {
  const { search, id, toOwner } = content;
  const texts = DELIVERY_TEXTS[search.language];
  const jobs = content.jobs.slice(0, MAIL_JOBS).map((job) => jobLines(job, search));
  const intro = introLines(content);
  const beyond = content.jobs.length - jobs.length;
  const more = beyond > 0 ? texts.more(beyond) : undefined;
  const rest = deliveredLink(baseUrl, search.id, id);
  const run = runLines(content);
  const link = searchLink(baseUrl, search.id);
  const text = [
    ...intro,
    '',
    ...jobs.flatMap(({ title, where, facts, url = '' }) => [title, where, facts, url, ''].filter(isLine)),
    ...(more === undefined ? [] : [more, rest, '']),
    ...(run.length > 0
      ? [`${texts.platformsTitle}${texts.colon.trimEnd()}`, ...run.map((line) => `- ${line}`), '']
      : []),
    `${texts.open}${texts.colon}${link}`,
    '',
    '--',
    ...(toOwner
      ? [texts.whyNotice(service)]
      : [texts.why(service), `${texts.unsubscribe}${texts.colon}${unsubscribeUrl}`]),
    '',
  ].join('\n');
  const document = html`<!doctype html>
    <html lang="${search.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${deliveryTitle(content)}</title>
      </head>
      <body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">
        <div style="max-width:36rem;margin:0 auto">
          <h1 style="font-size:1.375rem;line-height:1.25;margin:0 0 16px">${deliveryTitle(content)}</h1>
          ${intro.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)} ${jobs.map(jobBlock)}
          ${more !== undefined && html`<p style="margin:0 0 16px"><a href="${rest}">${more}</a></p>`}
          ${
            run.length > 0 &&
            html`<h2 style="font-size:1rem;margin:24px 0 8px">${texts.platformsTitle}</h2>
              <ul style="margin:0 0 24px;padding-left:20px">
                ${run.map((line) => html`<li>${line}</li>`)}
              </ul>`
          }
          <p style="margin:0 0 24px"><a href="${link}">${texts.open}</a></p>
          <p style="margin:0;padding-top:16px;border-top:1px solid #8886;font-size:0.875rem">
            ${
              toOwner
                ? texts.whyNotice(service)
                : html`${texts.why(service)} <a href="${unsubscribeUrl}">${texts.unsubscribe}</a>`
            }
          </p>
        </div>
      </body>
    </html> `;
  return {
    to,
    subject: deliveryTitle(content),
    text,
    html: document.text,
    // A notice to the owner comes only once, so there is nothing to unsubscribe from.
    ...(toOwner ? {} : { unsubscribeUrl }),
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  };
}

function isLine(line: string, index: number, lines: readonly string[]): boolean {
  return line !== '' || index === lines.length - 1;
}

function jobBlock({ title, where, facts, description, url }: JobLines): SafeHtml {
  return html`<div style="margin:0 0 20px">
    <h2 style="font-size:1.0625rem;line-height:1.35;margin:0">
      ${url === undefined ? title : html`<a href="${url}" rel="noreferrer">${title}</a>`}
    </h2>
    <p style="margin:0">${where}</p>
    ${facts !== '' && html`<p style="margin:0">${facts}</p>`}
    ${description !== '' && html`<p style="margin:4px 0 0;font-size:0.9375rem">${description}</p>`}
  </div>`;
}
