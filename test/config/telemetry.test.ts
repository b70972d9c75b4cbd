import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readConfig } from '../../src/config/config.ts';

t.test('the trace collector: unset, set, and with headers from a file', (t) => {
  t.match(readConfig({}), {
    otlpEndpoint: null,
    otlpHeaders: {},
    otlpProtocol: 'http/json',
    otelServiceName: 'jobdata',
    otelRatio: 1,
  });
  const file = join(t.testdir({}), 'headers');
  writeFileSync(file, 'Authorization=Bearer%20s3cret,x-scope=a\n');
  t.match(
    readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/base/',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_SERVICE_NAME: 'jobs',
    }),
    {
      otlpEndpoint: 'https://otel.example.com/base',
      otlpHeaders: { authorization: 'Bearer s3cret', 'x-scope': 'a' },
      otelRatio: 0.25,
      otelServiceName: 'jobs',
    },
  );
  t.end();
});

t.test('unusable collector settings: one sentence each, all at once, without secrets', (t) => {
  const wrong = (env: Record<string, string>): string => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const [name, value, sentence] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', /must be an address that starts with http:\/\/ or https:\/\//],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317', /must be an address that starts with/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:s3cret@collector', /in OTEL_EXPORTER_OTLP_HEADERS/],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /must be http\/json or unset: .*4318.*"grpc" is not supported/],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', /must be http\/json or unset/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 's3cret', /name=value/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=s3cret%ZZ', /name=value/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=s3cret%0d%0aHost: x', /name=value/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=s3cret', /name=value/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Content-Length=5', /name=value/],
    ['OTEL_TRACES_SAMPLER_ARG', '2', /number from 0 to 1/],
    ['OTEL_TRACES_SAMPLER_ARG', 'all', /number from 0 to 1/],
  ] as const) {
    const told = wrong({ [name]: value });
    t.match(told, sentence, `${name}=${value}`);
    t.ok(told.startsWith(`${name} `), told);
    t.notMatch(told, /s3cret/);
  }
  t.equal(
    wrong({ OTEL_EXPORTER_OTLP_ENDPOINT: 'x', OTEL_TRACES_SAMPLER_ARG: 'y', LOG_LEVEL: 'z' }).split('\n').length,
    3,
  );
  t.end();
});
