import { Readable } from 'node:stream';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';

t.test('SPEC §9, §11: the command line shows a test key again and replaces it', async (t) => {
  const env = { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent' };
  const run = async (...words: string[]) => {
    let out = '';
    let err = '';
    const terminal = { stdout: (text: string) => (out += text), stderr: (text: string) => (err += text) };
    const code = await runCommandLine(words, { ...terminal, stdin: Readable.from(['']), interactive: false, env });
    return { code, out, err };
  };
  const created = await run('account', 'create', '--email', 'ann@example.com');
  const [shown] = /jdm_test_[0-9A-Za-z]{38}/.exec(created.out) ?? [];
  t.ok(shown);
  const again = await run('key', 'test', '--account', 'ann@example.com');
  t.equal(again.out, `test_key: ${shown}\n`);
  const json = JSON.parse((await run('key', 'test', 'ann@example.com', '--json')).out);
  t.match(json, { key_id: /^key_/, account_id: /^acc_/, test_key: shown });
  const replaced = JSON.parse((await run('key', 'test', '--account', 'ann@example.com', '--replace', '--json')).out);
  t.not(replaced.test_key, shown);
  t.equal((await run('key', 'test', '--account', 'ann@example.com')).out, `test_key: ${replaced.test_key}\n`);
  t.notMatch((await run('key', 'list', '--account', 'ann@example.com', '--json')).out, 'jdm_test_');
  const refused = await run('key', 'revoke', replaced.key_id);
  t.equal(refused.code, 1);
  t.match(refused.err, /replace it instead/);
  t.equal((await run('key', 'test', '--account', 'bob@example.com')).code, 1);
  t.equal((await run('key', 'test')).out, `test_key: ${replaced.test_key}\n`);
});
