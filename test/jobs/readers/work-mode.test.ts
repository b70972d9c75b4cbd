import t from 'tap';
import type { WorkMode } from '../../../schemas/index.ts';
import { readWorkMode } from '../../../src/jobs/readers/work-mode.ts';
import { sharedJson } from '../../support/shared.ts';
import { checkTable } from '../../support/text-table.ts';

t.test('SPEC §12: work modes', async (t) => {
  checkTable(t, new URL('work-mode.tsv', import.meta.url), (text = '', mode) => [readWorkMode(text), mode]);
});

t.test('hostile texts end at once', async (t) => {
  for (const text of [
    'remote '.repeat(20_000),
    'home '.repeat(20_000),
    '2 days '.repeat(20_000),
    'télétravail pas '.repeat(10_000),
    'hybrid or remote or '.repeat(5_000),
    'a'.repeat(500_000),
  ])
    t.type(readWorkMode(text), 'string');
});

interface Advert {
  title: string;
  description: string;
  label: { work_mode: WorkMode; debatable?: boolean };
}

const cases = ['cases', 'cases/2'].flatMap(
  (set) => sharedJson<{ text: string; work_mode: WorkMode }[]>(`${set}/work-modes.json`) ?? [],
);
t.test('labelled cases', { skip: cases.length > 0 ? false : 'no labelled cases here' }, async (t) => {
  const wrong = cases.filter(({ text, work_mode }) => readWorkMode(text) !== work_mode);
  t.ok(wrong.length / cases.length <= 0.03, wrong.map(({ text }) => text).join('\n'));
  const first = new Set((sharedJson<{ text: string }[]>('cases/work-modes.json') ?? []).map(({ text }) => text));
  t.notOk(
    wrong.some(({ text }) => first.has(text)),
    'the first set is read wholly',
  );
});

for (const country of ['gb', 'fr']) {
  const adverts = sharedJson<Advert[]>(`recordings/adverts/${country}.json`)?.filter(({ label }) => !label.debatable);
  t.test(`real adverts, ${country}`, { skip: adverts ? false : 'no recordings here' }, async (t) => {
    const read = (adverts ?? []).map((advert) => ({
      said: advert.label.work_mode,
      read: readWorkMode(`${advert.title}\n${advert.description}`),
    }));
    const wrong = read.filter((row) => row.said !== row.read);
    t.ok(wrong.length / read.length <= 0.03, JSON.stringify(wrong));
    t.strictSame(
      wrong.filter((row) => row.read === 'remote'),
      [],
      'a remote job passes every place filter',
    );
  });
}

t.test('a text may end with a label or a question', async (t) => {
  for (const text of ['Work mode:', 'Location:', 'Lieu de travail :', 'Mode de travail :'])
    t.equal(readWorkMode(`Cook\nWe cook.\n${text}`), 'unknown', text);
  for (const text of ['Remote?', 'Remote working:', 'Hybrid:']) t.doesNotThrow(() => readWorkMode(text), text);
});
