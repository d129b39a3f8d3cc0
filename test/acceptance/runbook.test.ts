import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variableGroups } from '../../src/installation/variables.ts';
import { CraftedAuthority } from '../../src/monitoring/certificates/testing/crafted-authority.ts';
import { queueOf } from '../../src/monitoring/port-scans/jobs.ts';
import { alertRules } from '../support/alert-recording.ts';
import { runCommand } from '../support/command-line.ts';
import { RedisServer } from '../support/redis-server.ts';
import { succeeds } from '../support/succeeds.ts';
import { runInTestDatabase, TestService, testEnvironment } from '../support/test-service.ts';

const repository = resolve(import.meta.dirname, '../..');
const runbook = readFileSync(join(repository, 'docs/runbook.md'), 'utf8');
const sources = globSync('src/**/*.ts', { cwd: repository, exclude: (path) => path.endsWith('.test.ts') })
  .map((path) => readFileSync(join(repository, path), 'utf8'))
  .join('\n');
const units = globSync('ops/systemd/*', { cwd: repository }).map((path) => path.split('/').at(-1)!);
const variables = new Set(Object.values(variableGroups).flatMap((group) => Object.keys(group)));
const hasRedis = succeeds('redis-server', '--version');
/** Of the machine, whatever runs on it. */
const ofTheMachine = ['top', 'timedatectl', 'dmesg | grep -i oom', 'pg_wal'];

/** Alerts whose trouble no command of ours shows. */
const onTheMachineAlone = ['BreakwaterRestarting', 'BreakwaterEventLoopSlow', 'BreakwaterClockWrong'];

interface Step {
  readonly alert: string;
  readonly text: string;
  /** What stands in it as code. */
  readonly code: readonly string[];
}

/** The first three steps of each alert. */
const steps: readonly Step[] = runbook
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const [alert] = /^\w+/.exec(section)!;
    const numbered = [...section.matchAll(/^\d+\. (.+(?:\n {3}.+)*)/gm)].map(([, text]) => text!);
    return numbered.slice(0, 3).map((text) => ({
      alert,
      text,
      code: [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!),
    }));
  });

it('of the steps of each alert one at least can be executed, or leads to those of another', () => {
  const names = alertRules.map(({ alert }) => alert);
  const leads = ({ text, code }: Step) =>
    code.some((each) => !ofTheMachine.includes(each)) || names.some((name) => text.includes(name));
  const idle = names.filter((name) => !steps.some((step) => step.alert === name && leads(step)));
  expect(idle.filter((name) => !onTheMachineAlone.includes(name))).toEqual([]);
});

it('alerts that steps name are there', () => {
  const named = steps.flatMap(({ text }) => text.match(/\bBreakwater[A-Z]\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !alertRules.some(({ alert }) => alert === name))).toEqual([]);
});

describe('the first three steps of each alert, executed', () => {
  let service: TestService;
  let redis: RedisServer | undefined;
  let portal: Server;
  let told: string;
  let shown: string;
  const authority = new CraftedAuthority();
  const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
  const passphrase = { BACKUP_PASSPHRASE: 'a passphrase that only tests use' };

  beforeAll(async () => {
    service = await TestService.start({ environment: { OPERATIONS_PORT: '0' } });
    await service.partner();
    if (hasRedis) redis = await RedisServer.start();
    const made = authority.make({
      commonName: 'portal.example',
      endsIn: 30,
      extensions: ['subjectAltName=DNS:portal.example'],
    });
    portal = createServer({ cert: made.pem, key: made.keyPem }).listen(0, '127.0.0.1');
    await once(portal, 'listening');
    const { host, port } = service.service.operationsAddress!;
    shown = `${host}:${port}`;
    told = await (await fetch(`http://${shown}/metrics`)).text();
  });
  afterAll(async () => {
    portal?.close();
    authority.remove();
    await redis?.dispose();
    await service?.stop();
    rmSync(folder, { recursive: true });
  });

  const breakwater = async (words: readonly string[]) => {
    const { exitCode, stderr } = await runCommand({ ...testEnvironment(service.databaseName), ...passphrase }, words);
    // 1 is what finds something; 2 would be a command that there is not.
    expect([0, 1], stderr).toContain(exitCode);
  };
  const shell = (command: string) => promisify(execFile)('bash', ['-c', `set -euo pipefail; ${command}`]);

  /** What each kind of code is, and what executes it; the first that fits. */
  const executors: readonly (readonly [RegExp, (code: string) => unknown])[] = [
    // No session has the number 0.
    [/^SELECT /, (code) => runInTestDatabase(service.databaseName, code.replace('(PID)', '(0)'))],
    [/^--processes$/, async (code) => expect((await runCommand({}, ['serve', '--help'])).stdout).toContain(code)],
    [/^breakwater serve --role worker$/, () => breakwater(['serve', '--help'])],
    [/^breakwater versions update$/, () => breakwater(['versions', 'update', '--help'])],
    [/^breakwater /, (code) => breakwater(code.replace('FILE', join(folder, 'runbook.backup')).split(' ').slice(1))],
    [
      /^--source NAME --url URL$/,
      async (code) => {
        const { stdout } = await runCommand({}, ['versions', 'update', '--help']);
        for (const option of code.match(/--\w+/g)!) expect(stdout).toContain(option);
      },
    ],
    [/^curl /, (code) => shell(`${code.replace('HOST:9090', shown)} --fail --silent --output /dev/null`)],
    [/^redis-cli /, (code) => redis && shell(code.replace('REDIS_URL', redis.url))],
    [
      /^openssl /,
      (code) => {
        const { port } = portal.address() as AddressInfo;
        return shell(code.replace('DOMAIN:443', `127.0.0.1:${port}`).replace('DOMAIN', 'portal.example'));
      },
    ],
    [/^ulimit -n$/, shell],
    [
      /^(journalctl -u|systemctl (status|start)) /,
      (code) => {
        // A node is a template of the package, whose name has its port.
        const unit = code
          .split(' ')
          .at(-1)!
          .replace(/^'(.*)\*'$/, '$1')
          .replace(/@\d+$/, '');
        expect(units.map((name) => (unit.includes('.') ? name : name.replace(/\.\w+$/, '')))).toContain(unit);
      },
    ],
    [/^breakwater_\w+/, (code) => expect(told).toContain(`# TYPE ${/^\w+/.exec(code)![0]} `)],
    [/^[A-Z]+(_[A-Z]+)+$/, (code) => expect(variables).toContain(code)],
    [/^max_connections$/, () => runInTestDatabase(service.databaseName, 'SHOW max_connections')],
    [/^scan-from-fra1$/, (code) => expect(queueOf('fra1').name).toBe(code)],
    [/^"msg":"scan"$/, () => expect(sources).toContain("'scan');")],
    // What logs, labels and answers say.
    [/^[A-Z][\w ]+\.?$/, (code) => expect(sources.replaceAll(/\$\{name\}/g, 'scan')).toContain(code)],
    [/^[a-zA-Z_ ]+$/, (code) => expect(sources).toMatch(new RegExp(`\\b${code}\\b`))],
  ];

  for (const alert of new Set(steps.map((step) => step.alert)))
    it(alert, async () => {
      for (const { code } of steps.filter((step) => step.alert === alert))
        for (const each of code.filter((one) => !ofTheMachine.includes(one))) {
          const executor = executors.find(([form]) => form.test(each));
          if (executor === undefined) throw new Error(`Nothing executes: ${each}`);
          await executor[1](each);
        }
    });
});
