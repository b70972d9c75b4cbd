import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { describeMetrics } from '../../../scripts/generate/describe-metrics.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../scripts/deploy/', import.meta.url));
const dashboard = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8'));
const rules = readFileSync(join(folder, 'prometheus-rules.yml'), 'utf8');
const rulesTest = readFileSync(join(folder, 'prometheus-rules.test.yml'), 'utf8');

const skip = isThere('promtool') ? false : 'promtool is not installed';

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Queries of every panel, as Prometheus gets them. */
const queries: string[] = dashboard.panels.flatMap((panel: any) => (panel.targets ?? []).map(({ expr }: any) => expr));

/** Every series that /metrics may contain; a histogram has three. */
const series = new Map(
  describeMetrics().flatMap(({ name, type, labels }): [string, readonly string[]][] =>
    type === 'histogram'
      ? [
          [`${name}_bucket`, [...labels, 'le']],
          [`${name}_sum`, labels],
          [`${name}_count`, labels],
        ]
      : [[name, labels]],
  ),
);
/** Series that Prometheus itself adds. */
const ADDED = ['job', 'instance'];

const NAMES = /\b(?:jobdata|nodejs|process)_[a-z0-9_]+/g;
/** A metric with its selector, and the labels of a sum. */
const LABELS = /\b((?:jobdata|nodejs|process)_[a-z0-9_]+)\{([^}]*)\}/g;

t.test('every metric in the dashboard and the rules is one that the service exports', (t) => {
  const expressions = [
    ...queries,
    ...[...rules.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(([, many, one]) => many ?? one ?? ''),
  ];
  t.ok(expressions.length > 40);
  for (const expression of expressions) {
    const names = expression.match(NAMES) ?? [];
    t.ok(names.length > 0 || expression.startsWith('up{'), expression);
    for (const name of names) t.ok(series.has(name), `${name} in ${expression}`);
    for (const [, name = '', selector = ''] of expression.matchAll(LABELS)) {
      for (const [, label = ''] of selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g))
        t.ok([...ADDED, ...(series.get(name) ?? [])].includes(label), `${name} has the label ${label}`);
    }
    const known = names.flatMap((name) => [...(series.get(name) ?? [])]);
    for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of list.split(',').map((one) => one.trim()))
        t.ok([...ADDED, ...known].includes(label), `a sum by ${label} in ${expression}`);
  }
  t.end();
});

t.test('every alert has a test case, and says what to do', (t) => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  t.equal(new Set(alerts).size, alerts.length);
  for (const alert of alerts) t.match(rulesTest, new RegExp(`alertname: ${alert}\\n`), alert);
  t.equal([...rules.matchAll(/severity: (?:critical|warning|info)\n/g)].length, alerts.length);
  t.equal([...rules.matchAll(/ summary: '/g)].length, alerts.length);
  t.equal([...rules.matchAll(/ description: '/g)].length, alerts.length);
  t.end();
});

t.test('the dashboard: unique panel IDs, no overlap, one data source to choose', (t) => {
  const { panels } = dashboard;
  t.equal(new Set(panels.map(({ id }: any) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { gridPos, title, datasource, type } of panels) {
    t.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        if (taken.has(`${x},${y}`)) t.fail(`${title} lies over another panel`);
        taken.add(`${x},${y}`);
      }
    if (type !== 'row') t.equal(datasource.uid, '${datasource}', title);
  }
  t.end();
});

t.test(
  'promtool accepts the rules, their test, the configuration and every query of the dashboard',
  { skip },
  async (t) => {
    await run('promtool', ['check', 'rules', 'prometheus-rules.yml'], { cwd: folder });
    await run('promtool', ['test', 'rules', 'prometheus-rules.test.yml'], { cwd: folder });
    await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder });
    const asked = queries.map((query) => query.replaceAll('$__rate_interval', '5m'));
    const recorded = asked.map((query, index) => `      - record: q${index}\n        expr: ${JSON.stringify(query)}`);
    const file = join(t.testdir({}), 'queries.yml');
    writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n${recorded.join('\n')}\n`);
    await run('promtool', ['check', 'rules', file]);
    writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n      - record: q\n        expr: "sum(rate("\n`);
    await t.rejects(run('promtool', ['check', 'rules', file]), 'it would say so');
  },
);
