import t from 'tap';
import { inBrowser } from '../support/browser.ts';
import { openDocuments, settled } from '../support/widget-documents.ts';

t.test(
  'employers side by side: both sites, ratings by subject, and lines with their share of reviews',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const calls = [
      {
        names: ['Alderfinch Software', 'Brackwater Energy'],
        country: 'GB',
        locale: 'en-GB',
        rating: /4\.2 \/ 5/,
        part: /Work-life balance\s+4\.3/,
      },
      {
        names: ['Datacanopée', 'Banque de Montclarel'],
        country: 'FR',
        locale: 'fr-FR',
        rating: /4,3 \/ 5/,
        part: /Équilibre vie pro\/vie privée\s+4,4/,
      },
    ];
    for (const { names, country, locale, rating, part } of calls) {
      const args = { company_names: names, mode: 'deep', country };
      const host = await documents.show('reputation', await documents.result('reputation', args), {
        args,
        context: { locale },
        width: 900,
      });
      const [left, right] = await Promise.all(
        [0, 1].map((index) => host.frame.locator('.employer').nth(index).boundingBox()),
      );
      t.ok(left && right && left.y === right.y && left.x < right.x, 'side by side');
      const first = host.frame.locator('.employer').first();
      t.match(await first.innerText(), rating);
      t.match(await first.locator('.parts').innerText(), part);
      t.equal(await first.locator('.sites li').count(), 2);
      t.equal(await first.locator('.parts .meter').count(), 5);
      const lines = first.locator('.lines li');
      t.ok((await lines.count()) >= 6);
      t.ok(
        (await lines.locator('.meter').count()) >= (await lines.count()) - 1,
        'all but the number of reviews read have a bar',
      );
      t.ok((await first.locator('.lines .good').count()) > 0 && (await first.locator('.lines .bad').count()) > 0);
      await first.getByRole('link', { name: 'Indeed' }).click();
      await settled(host.frame);
      t.match(
        (await host.messages()).find(({ method }) => method === 'ui/open-link').params.url,
        /^https:\/\/\w+\.indeed\.com\//,
      );
      t.strictSame(host.faults, []);
    }
  },
);

t.test('old figures, figures that could not be read, and unknown employers', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const args = { company_names: ['Dunmarrow Logistics', 'Quillfeather Legal', 'Nobody Ltd'], country: 'GB' };
  const host = await documents.show('reputation', await documents.result('reputation', args), { args });
  const said = await host.frame.locator('.employer').allInnerTexts();
  t.match(said[0], /stale[^]*Older than 90 days[^]*read 140 days ago/);
  t.match(said[1], /look-up failed[^]*The review sites could not be searched/);
  t.match(said[2], /nothing found[^]*No rating is known[^]*neither knows this employer/);
});

t.test('the date of figures if no newer ones were found', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('reputation', {
    structuredContent: { Acme: { rating: 3.1, review_count: 9, insights: [] } },
    _meta: { 'io.jobdata/provenance': { Acme: { status: 'fresh', age_days: 0, as_of: '2024-05-03', sources: [] } } },
  });
  t.match(await host.frame.locator('.employer').innerText(), 'No figures newer than 3 May 2024 were found.');
});

t.test('invalid shares and parts are left as text', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const insights = [
    'Pay 9.9/5',
    'Pay: praised (9 of 3 reviews)',
    '140% would',
    'Pay: praised (0 of 0 reviews)',
    'Work/life 4.2/5, pay 3/5 (Indeed)',
    '',
  ];
  const host = await documents.show('reputation', {
    structuredContent: { Acme: { rating: 3, review_count: 9, insights } },
  });
  t.equal(await host.frame.locator('.lines li').count(), 4);
  t.equal(await host.frame.locator('.lines .meter').count(), 0);
  t.strictSame(await host.frame.locator('.parts li').allInnerTexts(), ['Work/life\n4.2', 'Pay\n3.0']);
});
