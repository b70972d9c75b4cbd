import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';
import { FACTS, LAYOUTS } from './job-layouts.ts';

t.test('an advert keeps its title, company, place, pay and text in any layout', async (t) => {
  t.equal(LAYOUTS.length, 30);
  for (const { name, html, rendered } of LAYOUTS) {
    const { markdown, blockPage } = htmlToMarkdown(html, 'https://jobs.example.com/jobs/stock-controller-1', rendered);
    t.equal(blockPage, undefined, `${name}: no wall`);
    t.ok(markdown.startsWith(`# ${FACTS.title}`), `${name}: the title is its heading`);
    const plain = markdown.replace(/27,450 GBP/g, '£27,450');
    for (const [fact, value] of Object.entries(FACTS)) t.ok(plain.includes(value), `${name}: ${fact}`);
    for (const other of ['Van Driver', 'Upload your CV', 'Privacy'])
      t.notOk(markdown.includes(other), `${name}: without "${other}"`);
  }
});
