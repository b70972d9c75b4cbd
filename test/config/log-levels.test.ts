import { pino } from 'pino';
import t from 'tap';
import { roomLogger } from '../../src/app/logger.ts';
import { readConfig } from '../../src/config/config.ts';

const levelOf = (value: string) => readConfig({ LOG_LEVEL: value }).logLevel;

t.test('LOG_LEVEL: one level for all, others for rooms', (t) => {
  t.strictSame(readConfig({}).logLevel, { all: 'info', rooms: {} });
  t.strictSame(levelOf('warn'), { all: 'warn', rooms: {} });
  t.strictSame(levelOf('warn, egress=debug , Calls=SILENT'), {
    all: 'warn',
    rooms: { egress: 'debug', calls: 'silent' },
  });
  t.strictSame(levelOf('egress=trace'), { all: 'info', rooms: { egress: 'trace' } });
  for (const [value, sentence] of [
    ['loud', /LOG_LEVEL must be one of trace, debug.*"loud" is no level/],
    ['info,cellar=debug', /LOG_LEVEL names the room "cellar", which there is not; rooms: calls, jobs/],
    ['info,egress=loud', /"loud" is no level/],
    ['info,egress=', /"" is no level/],
    ['info,warn', /two levels for all rooms, info and warn/],
    ['egress=debug,egress=info', /two levels for the room egress/],
    ['egress=debug=info', /names the room/],
    ['constructor=debug', /names the room "constructor"/],
  ] as const)
    t.throws(() => levelOf(value), { message: sentence }, value);
  t.end();
});

t.test("a room's lines say whose they are, from its own level on", (t) => {
  const lines: { room?: string; msg: string }[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const config = { logLevel: levelOf('info,egress=debug,calls=warn') };
  for (const room of ['egress', 'calls', 'jobs'] as const) {
    roomLogger(logger, config, room).debug('low');
    roomLogger(logger, config, room).info('middle');
  }
  t.strictSame(
    lines.map(({ room, msg }) => [room, msg]),
    [
      ['egress', 'low'],
      ['egress', 'middle'],
      ['jobs', 'middle'],
    ],
  );
  t.end();
});
