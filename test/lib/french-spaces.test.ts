import t from 'tap';
import { LANGUAGES } from '../../src/dashboard/texts/index.ts';
import { html } from '../../src/lib/html.ts';
import { withFrenchSpaces } from '../../src/lib/french-spaces.ts';

t.test('no French line begins with closing punctuation or ends with an opening quotation mark', (t) => {
  const { fr } = LANGUAGES;
  const plain: string[] = [];
  const walk = (texts: unknown): void => {
    if (typeof texts === 'string') plain.push(texts);
    else if (typeof texts === 'object' && texts !== null) for (const text of Object.values(texts)) walk(text);
  };
  walk(fr);
  t.ok(plain.length > 100);
  t.strictSame(
    plain.filter((text) => / [:;?!»%]|« /.test(text)),
    [],
  );
  t.equal(fr.docs.found('clé'), 'Pages sur «\u00a0clé\u00a0»', 'those made with a value too');
  t.match(fr.mail('Emplois').signupText('http://x/'), /mot de passe\u00a0:/, 'and mails');
  t.match(LANGUAGES.en.docs.found('key'), /“|"/, 'English is as it was');
  const markup = html`<p>a : b</p>`;
  t.equal(withFrenchSpaces({ markup }).markup, markup, 'markup is let be');
  t.strictSame(withFrenchSpaces([1, null, 'oui ?']), [1, null, 'oui\u00a0?']);
  t.end();
});
