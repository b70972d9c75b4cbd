import t from 'tap';
import { serve } from '../../src/app/serve.ts';
import { readConfig } from '../../src/config/config.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { PLATFORM_SETTINGS } from '../../src/sources/platforms/index.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { FakeInternet } from '../support/fake-internet.ts';

t.test('the start reports which half of a key pair is missing, and nothing about platforms’ terms', async (t) => {
  let printed = '';
  const env = {
    DATA_DIR: t.testdir({}),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
    PLATFORMS: 'find_a_job,adzuna_gb,france_travail',
    ADZUNA_APP_ID: 'app',
    FRANCE_TRAVAIL_CLIENT_ID: 'client',
  };
  const running = await serve(readConfig(env, PLATFORM_SETTINGS), (text) => (printed += text), {
    egress: new FakeInternet(),
    parser: inlineParser,
    reputationParser: inlineReputationParser,
  });
  t.teardown(() => running.stop());
  t.notMatch(printed, /attribution|Do not charge job-seekers/);
  t.match(printed, /adzuna_gb: ADZUNA_APP_ID is set and ADZUNA_APP_KEY is not/);
  t.match(
    printed,
    /france_travail: FRANCE_TRAVAIL_CLIENT_ID is set and FRANCE_TRAVAIL_CLIENT_SECRET is not: its public/,
  );
});

t.test('the service starts without the trace collector and says that it is away', async (t) => {
  let printed = '';
  let heard: () => void = () => {};
  const said = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const env = {
    DATA_DIR: t.testdir({}),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  };
  const running = await serve(
    readConfig(env, PLATFORM_SETTINGS),
    (text) => {
      printed += text;
      if (text.includes('OTEL_EXPORTER_OTLP_ENDPOINT')) heard();
    },
    { egress: new FakeInternet(), parser: inlineParser, reputationParser: inlineReputationParser },
  );
  t.teardown(() => running.stop());
  await said;
  t.match(
    printed,
    /^The collector of OTEL_EXPORTER_OTLP_ENDPOINT \(http:\/\/127\.0\.0\.1:1\) does not take what is sent \(ECONNREFUSED\): calls go on, .*4318.*\n/m,
  );
  t.match(printed, /is listening on/);
});
