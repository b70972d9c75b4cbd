import { shorten } from '../lib/text.ts';
import type { HealthEvent } from './condition.ts';
import { HEALTH_TEXTS, type HealthTexts } from './texts/index.ts';

export function alertSentence(name: string, what: HealthEvent, texts: HealthTexts = HEALTH_TEXTS.en): string {
  const sentence = eventSentence(name, what, texts);
  return what.muted ? `${sentence} ${texts.muted}` : sentence;
}

function eventSentence(name: string, what: HealthEvent, texts: HealthTexts): string {
  switch (what.event) {
    case 'blocked':
      return texts.blocked(name, what.reason);
    case 'changed':
      return texts.changed(name, what.reason);
    case 'recovered':
      return texts.recovered(name);
    case 'field_fell': {
      const { percent } = texts;
      return texts.fieldFell(name, fieldName(what.field, texts), percent(what.before), percent(what.now));
    }
    case 'field_recovered':
      return texts.fieldRecovered(name, fieldName(what.field, texts), texts.percent(what.now));
  }
}

export function fieldName(field: string, texts: HealthTexts): string {
  return texts.fields[field] ?? field;
}

/**
 * The mail is in both languages, because the recipients' language is unknown. `link`: the operator's page about the
 * source; `service`: the sender's name.
 */
export function alertMail(
  name: string,
  what: HealthEvent,
  { link, service }: { link: string; service: string },
): { subject: string; text: string } {
  const { en, fr } = HEALTH_TEXTS;
  const inEnglish = alertSentence(name, what, en);
  return {
    subject: shorten(`${service}: ${eventSentence(name, what, en).split('. ', 1)[0] ?? ''}`.replace(/\.$/, ''), 150),
    text: `${inEnglish}\n${en.more(link)}\n\n${alertSentence(name, what, fr)}\n${fr.more(link)}\n`,
  };
}

export function sourceLink(baseUrl: string, code: string): string {
  return `${baseUrl}/operator/sources/${code}`;
}
