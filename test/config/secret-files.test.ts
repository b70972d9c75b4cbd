import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ConfigError, readConfig } from '../../src/config/config.ts';

const declared = [
  { name: 'SITE_KEY', meaning: 'A key.', secret: true },
  { name: 'SITE_NAME', meaning: 'A name.' },
];

t.test('a secret can be read from a file: the service’s settings, platforms’ keys, proxies by country', async (t) => {
  const folder = t.testdir({ token: 'abc\n', key: '  k 1 \r\n', proxy: 'http://user:pass@127.0.0.1:3128\n' });
  const config = readConfig(
    {
      METRICS_TOKEN_FILE: join(folder, 'token'),
      SITE_KEY_FILE: join(folder, 'key'),
      EGRESS_PROXY_FR_FILE: join(folder, 'proxy'),
      SITE_NAME_FILE: join(folder, 'token'),
    },
    declared,
  );
  t.equal(config.metricsToken, 'abc');
  t.strictSame(config.platformSettings, { SITE_KEY: 'k 1' }, 'what is no secret is read from the environment alone');
  t.strictSame(config.egressProxies, { FR: 'http://user:pass@127.0.0.1:3128' });
});

t.test('faults of secret files are reported with all others, without the content of a file', async (t) => {
  const folder = t.testdir({ empty: ' \n', wrong: 'not an address, but secret', two: 'one\r\ntwo\n' });
  const env = {
    PORT: 'x',
    METRICS_TOKEN: 'a',
    METRICS_TOKEN_FILE: join(folder, 'empty'),
    SITE_KEY_FILE: join(folder, 'none'),
    OPENAI_API_KEY_FILE: join(folder, 'empty'),
    EGRESS_PROXY_FILE: join(folder, 'wrong'),
    SMTP_URL_FILE: folder,
    BRAVE_API_KEY_FILE: join(folder, 'two'),
  };
  const fault = t.throws(() => readConfig(env, declared), ConfigError) as unknown as ConfigError;
  t.equal(fault.faults.length, 7);
  for (const sentence of [
    /^METRICS_TOKEN and METRICS_TOKEN_FILE are both set/,
    /^SITE_KEY_FILE names the file .*none, which cannot be read \(ENOENT\)\.$/,
    /^OPENAI_API_KEY_FILE names the file .*, which is empty\.$/,
    /^SMTP_URL_FILE names the file .*, which cannot be read \(EISDIR\)\.$/,
    /^BRAVE_API_KEY_FILE names the file .*two, which holds more than the one line of a secret\.$/,
    /^PORT must be/,
    /^EGRESS_PROXY must be an address/,
  ])
    t.ok(
      fault.faults.some((one) => sentence.test(one)),
      String(sentence),
    );
  t.notMatch(fault.message, /but secret/);
  writeFileSync(join(folder, 'empty'), 'now');
  t.equal(readConfig({ METRICS_TOKEN_FILE: join(folder, 'empty') }).metricsToken, 'now');
});
