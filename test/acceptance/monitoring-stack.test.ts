import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pageSources } from '../../scripts/docs-site/pages.ts';
import { keptRecordings, replay } from '../support/alert-recording.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { ServerProcess } from '../support/server-process.ts';
import { createTestDatabase, dropTestDatabase, testEnvironment } from '../support/test-service.ts';

const ops = resolve(import.meta.dirname, '../../ops');
const rulesText = readFileSync(join(ops, 'prometheus/alerts.yml'), 'utf8');
const hasPrometheus = spawnSync('promtool', ['--version']).status === 0;
const run = promisify(execFile);

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const dashboards = readdirSync(join(ops, 'grafana')).map(
  (file) => JSON.parse(readFileSync(join(ops, 'grafana', file), 'utf8')) as Dashboard,
);
const shownExpressions = dashboards.flatMap(({ uid, panels }) =>
  panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `${uid}: ${title}`, expr }))),
);
const ruleExpressions = [...rulesText.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => ({
  where: 'alerts.yml',
  expr: expr!,
}));
const alertNames = [...rulesText.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);

/** The metrics that an expression names, as they are declared: a histogram without what its series are called. */
function metricsIn(expr: string): string[] {
  return [...expr.matchAll(/\bbreakwater_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
}

describe('the runbook', () => {
  const runbook = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8');

  it('has a section for each alert, in their order, and for nothing else', () => {
    expect([...runbook.matchAll(/^### (.+)$/gm)].map(([, title]) => title)).toEqual(alertNames);
  });

  it('is linked by each alert, at its section of the page that every portal serves', () => {
    const links = [...rulesText.matchAll(/^ +runbook_url: (.+)$/gm)].map(([, link]) => link);
    expect(pageSources).toContainEqual({ slug: 'runbook', file: 'docs/runbook.md' });
    expect(links).toEqual(alertNames.map((name) => `https://security.example.com/docs/runbook#${name.toLowerCase()}`));
  });

  it('says in each section what to do', () => {
    for (const section of runbook.split(/^### /m).slice(1)) expect(section).toMatch(/^1\. /m);
  });
});

it('there is a recording of a drill for each alert', () => {
  const drilled = new Set(keptRecordings().flatMap(({ fires }) => fires));
  expect(alertNames.filter((name) => !drilled.has(name))).toEqual([]);
});

describe('the example of an Alertmanager', () => {
  const {
    inhibit_rules: rules,
    route,
    receivers,
  } = parse(readFileSync(join(ops, 'prometheus/alertmanager.yml'), 'utf8'));
  const alertsIn = (matchers: readonly string[]) =>
    matchers.flatMap((matcher) =>
      [...(/^alertname=~?"(.+)"$/.exec(matcher)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name),
    );

  it('keeps back what follows from an alert by names that there are', () => {
    const named = rules.flatMap(({ source_matchers: by, target_matchers: what }: Record<string, string[]>) => [
      ...alertsIn(by!),
      ...alertsIn(what!),
    ]);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(alertNames).toContain(name);
  });

  it('leads to receivers that there are', () => {
    const wanted = [route, ...route.routes].map(({ receiver }) => receiver);
    expect(receivers.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(wanted));
  });
});

describe.skipIf(!hasPrometheus)('promtool', { tags: 'prometheus' }, () => {
  it('finds that each alert fires where it must, and none on a fleet that is well', async () => {
    const tests = join(ops, 'prometheus/alerts.test.yml');
    expect((await run('promtool', ['test', 'rules', tests])).stdout).toContain('SUCCESS');
    const tested = [...readFileSync(tests, 'utf8').matchAll(/alertname: (\w+)$/gm)].map(([, name]) => name);
    expect([...new Set(tested)].toSorted()).toEqual(alertNames.toSorted());
  });

  it.each(keptRecordings())(
    'replays what was scraped when $what: its alerts come within their time, no other does, and they end',
    replay,
  );

  it('finds the example of a scrape configuration to be one', async () => {
    await run('promtool', ['check', 'config', join(ops, 'prometheus/prometheus.yml')]);
  });
});

describe.skipIf(!hasPrometheus)('a real Prometheus that scrapes a running fleet', { tags: 'prometheus' }, () => {
  let database: string;
  const fleet: ServerProcess[] = [];
  let prometheus: ChildProcess;
  let prometheusUrl: string;
  const directory = mkdtempSync(join(tmpdir(), 'breakwater-prometheus-'));

  beforeAll(async () => {
    database = await createTestDatabase();
    // Where nothing listens: what is told of Redis is told all the same.
    const environment = { ...testEnvironment(database), OPERATIONS_PORT: '0', REDIS_URL: 'redis://127.0.0.1:9' };
    for (const role of ['api', 'worker']) fleet.push(await ServerProcess.start(environment, ['--role', role]));
    const targets = fleet.map(({ announcement }) => `'${new URL(announcement.operations_url!).host}'`);
    const config = readFileSync(join(ops, 'prometheus/prometheus.yml'), 'utf8')
      .replace(/(- targets:\n)(?: +- .+\n)+/, `- targets: [${targets.join(', ')}]\n`)
      .replaceAll('interval: 15s', 'interval: 1s')
      .replace('scrape_timeout: 10s', 'scrape_timeout: 1s')
      .replace('alerts.yml', join(ops, 'prometheus/alerts.yml'));
    writeFileSync(join(directory, 'prometheus.yml'), config);
    const port = await freePort();
    prometheusUrl = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${directory}/prometheus.yml`,
        `--storage.tsdb.path=${directory}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
    await eventually('it has scraped each of them', async () => {
      const { data } = await query('up == 1').catch(() => ({ data: { result: [] } }));
      return data.result.length === fleet.length;
    });
  });
  afterAll(async () => {
    prometheus?.kill('SIGKILL');
    if (prometheus?.exitCode === null) await once(prometheus, 'exit');
    for (const node of fleet) await node.die();
    await dropTestDatabase(database);
    rmSync(directory, { recursive: true, force: true });
  });

  async function query(expr: string) {
    const answer = await fetch(`${prometheusUrl}/api/v1/query?${new URLSearchParams({ query: expr })}`);
    return (await answer.json()) as { status: string; error?: string; data: { result: { value: [number, string] }[] } };
  }

  it('is told every metric that rules and dashboards name', async () => {
    const told = await Promise.all(
      fleet.map(async ({ announcement }) => (await fetch(`${announcement.operations_url}/metrics`)).text()),
    );
    const declared = new Set(told.flatMap((text) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)));
    const unknown = [...ruleExpressions, ...shownExpressions].flatMap(({ where, expr }) =>
      metricsIn(expr)
        .filter((name) => !declared.has(name))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('takes every expression of the dashboards', async () => {
    for (const { where, expr } of shownExpressions) {
      const { status, error } = await query(expr.replaceAll('$__rate_interval', '5m'));
      expect({ where, status, error }).toEqual({ where, status: 'success', error: undefined });
    }
  });

  it('evaluates every rule, and on this fleet only Redis is about to be an alarm', async () => {
    const rules = async () => {
      const answer = (await (await fetch(`${prometheusUrl}/api/v1/rules`)).json()) as {
        data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
      };
      return answer.data.groups.flatMap((group) => group.rules);
    };
    await eventually('each was evaluated', async () => (await rules()).every(({ health }) => health === 'ok'));
    expect((await rules()).map(({ name }) => name).toSorted()).toEqual(alertNames.toSorted());
    await eventually('Redis is missed', async () =>
      (await rules()).some(({ name, state }) => name === 'BreakwaterRedisAway' && state === 'pending'),
    );
    expect((await rules()).filter(({ state }) => state === 'firing')).toEqual([]);
  });

  it('knows who is alive, and that all is well with each', async () => {
    expect((await query('sum(max by (role) (breakwater_nodes))')).data.result).toMatchObject([
      { value: [expect.any(Number), '2'] },
    ]);
    expect((await query('count(breakwater_check_status{check!="redis"} == 0)')).data.result[0]!.value[1]).toBe('10');
  });
});
