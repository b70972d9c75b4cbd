import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ProcessFolder, removeLeftFolders } from '../../src/lib/process-folder.ts';

const HOUR_AGO = new Date(Date.now() - 3_600_000);

t.test('temporary folders of processes', async (t) => {
  const parent = t.testdir({});
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = parent;
  t.teardown(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  await t.test('a folder is removed with its content', async (t) => {
    const folder = ProcessFolder.make('own-');
    t.ok(folder && existsSync(folder.path));
    mkdirSync(join(folder?.path ?? '', 'profile'));
    writeFileSync(join(folder?.path ?? '', 'profile', 'cache'), 'x');
    await folder?.remove();
    t.strictSame(readdirSync(parent), []);
    await folder?.remove();
    await folder?.touch();
  });

  await t.test('folders of ended processes are removed', async (t) => {
    const [left, needed, other] = [
      ProcessFolder.make('own-'),
      ProcessFolder.make('own-'),
      ProcessFolder.make('other-'),
    ].map((folder) => folder as ProcessFolder);
    const elsewhere = join(parent, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(parent, 'own-link'));
    writeFileSync(join(parent, 'own-file'), 'x');
    for (const path of [left?.path, needed?.path, other?.path, elsewhere, join(parent, 'own-file')]) {
      utimesSync(path ?? '', HOUR_AGO, HOUR_AGO);
    }
    await needed?.touch();
    await removeLeftFolders('own-');
    t.notOk(existsSync(left?.path ?? ''));
    for (const path of [needed?.path, other?.path, elsewhere, join(parent, 'own-link'), join(parent, 'own-file')]) {
      t.ok(existsSync(path ?? ''), path ?? '');
    }
  });

  await t.test('if the folder cannot be created, there is none', async (t) => {
    process.env['TMPDIR'] = join(parent, 'nowhere');
    t.equal(ProcessFolder.make('own-'), undefined);
    await removeLeftFolders('own-');
  });
});
