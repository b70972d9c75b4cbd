import { pino } from 'pino';
import t from 'tap';
import { componentLogger } from '../../src/app/logger.ts';
import { readConfig } from '../../src/config/config.ts';

const levelOf = (value: string) => readConfig({ LOG_LEVEL: value }).logLevel;

t.test('LOG_LEVEL: one level for all, others for components', (t) => {
  t.strictSame(readConfig({}).logLevel, { all: 'info', components: {} });
  t.strictSame(levelOf('warn'), { all: 'warn', components: {} });
  t.strictSame(levelOf('warn, egress=debug , Calls=SILENT'), {
    all: 'warn',
    components: { egress: 'debug', calls: 'silent' },
  });
  t.strictSame(levelOf('upkeep=debug').components, { background: 'debug' }, 'the former name');
  t.strictSame(levelOf('egress=trace'), { all: 'info', components: { egress: 'trace' } });
  for (const [value, sentence] of [
    ['loud', /LOG_LEVEL must be one of trace, debug.*"loud" is not a level/],
    ['info,cellar=debug', /LOG_LEVEL names an unknown component "cellar"; components: calls, jobs/],
    ['info,egress=loud', /"loud" is not a level/],
    ['info,egress=', /"" is not a level/],
    ['info,warn', /two levels for all components, info and warn/],
    ['egress=debug,egress=info', /two levels for the component egress/],
    ['egress=debug=info', /names an unknown component|must be/],
    ['constructor=debug', /names an unknown component "constructor"/],
  ] as const)
    t.throws(() => levelOf(value), { message: sentence }, value);
  t.end();
});

t.test('a log line names its component, and components have separate levels', (t) => {
  const lines: { component?: string; msg: string }[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const config = { logLevel: levelOf('info,egress=debug,calls=warn') };
  for (const component of ['egress', 'calls', 'jobs'] as const) {
    componentLogger(logger, config, component).debug('low');
    componentLogger(logger, config, component).info('middle');
  }
  t.strictSame(
    lines.map(({ component, msg }) => [component, msg]),
    [
      ['egress', 'low'],
      ['egress', 'middle'],
      ['jobs', 'middle'],
    ],
  );
  t.end();
});
