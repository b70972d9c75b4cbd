import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { openSite } from '../egress/loopback.ts';

t.test('SPEC §11: jobdata scrape', async (t) => {
  const site = await openSite(t, (request, response) => {
    response.setHeader('content-type', 'text/plain');
    if (request.url === '/gone') response.statusCode = 410;
    response.end(request.url === '/language' ? String(request.headers['accept-language']) : `text of ${request.url}`);
  });
  const run = async (...words: string[]) => {
    let [out, err] = ['', ''];
    const code = await runCommandLine(['scrape', ...words], {
      stdout: (text) => {
        out += text;
      },
      stderr: (text) => {
        err += text;
      },
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: t.testdirName, EGRESS_ALLOW: `127.0.0.1:${site.port}`, CHROMIUM_PATH: '/nowhere' },
    });
    return { code, out, err };
  };
  t.testdir({});
  const base = `http://127.0.0.1:${site.port}`;
  t.match(await run(`${base}/a`, '--no-javascript'), { code: 0, out: /text of \/a/, err: '' });
  t.match(await run(`${base}/a`), { code: 0, out: /text of \/a/, err: /CHROMIUM_PATH/ });
  t.match(await run(`${base}/language`, '--no-javascript', '--locale', 'fr-fr', '--output', 'raw'), {
    out: /fr-FR,fr;q=0\.9/,
  });
  const json = await run(`${base}/a`, '--no-javascript', '--json');
  t.match(JSON.parse(json.out), {
    url: `${base}/a`,
    content: /text of/,
    http_status: 200,
    rendered: false,
    truncated: false,
  });
  t.match(await run(`${base}/gone`, '--no-javascript'), { code: 1, out: '', err: /410/ });
  t.match(await run('http://10.0.0.1/', '--no-javascript'), { code: 1, err: /private/ });
  t.match(await run('ftp://a.test/'), { code: 2, err: /http or https/ });
  t.match(await run(`${base}/a`, '--geo', 'fr'), { code: 1, err: /geo/ });
  t.equal((await run(`${base}/a`, '--output', 'pdf')).code, 2);
  t.equal((await run()).code, 2);
});
