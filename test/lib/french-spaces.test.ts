import { existsSync, readdirSync } from 'node:fs';
import t from 'tap';
import { TEXTS as DOCS_TEXTS } from '../../src/dashboard/docs/texts.ts';
import { LANGUAGES } from '../../src/dashboard/texts/index.ts';
import { html } from '../../src/lib/html.ts';
import { withFrenchSpaces } from '../../src/lib/french-spaces.ts';

t.test('no French line begins with closing punctuation or ends with an opening quotation mark', async (t) => {
  const dashboard = new URL('../../src/dashboard/', import.meta.url);
  const files = readdirSync(dashboard)
    .map((folder) => new URL(`${folder}/texts.ts`, dashboard))
    .filter((file) => existsSync(file));
  const ofPages = await Promise.all(files.map(async ({ href }) => (await import(href)).TEXTS.fr));
  const plain: string[] = [];
  const walk = (texts: unknown): void => {
    if (typeof texts === 'string') plain.push(texts);
    else if (typeof texts === 'object' && texts !== null) for (const text of Object.values(texts)) walk(text);
  };
  walk(LANGUAGES.fr);
  const shared = plain.length;
  walk(ofPages);
  t.ok(shared > 100 && plain.length > 2 * shared, `${plain.length} texts`);
  t.strictSame(
    plain.filter((text) => / [:;?!»%]|« /.test(text)),
    [],
  );
  t.equal(DOCS_TEXTS.fr.found('clé'), 'Pages sur «\u00a0clé\u00a0»', 'those made with a value too');
  t.match(LANGUAGES.fr.mail('Emplois').signupText('http://x/'), /mot de passe\u00a0:/, 'and mails');
  t.match(DOCS_TEXTS.en.found('key'), /“|"/, 'English is as it was');
  const markup = html`<p>a : b</p>`;
  t.equal(withFrenchSpaces({ markup }).markup, markup, 'markup is let be');
  t.strictSame(withFrenchSpaces([1, null, 'oui ?']), [1, null, 'oui\u00a0?']);
});
