import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { isInstalled } from '../../scripts/test-tools.ts';
import { accountOf } from '../support/billing-module.ts';
import { checkPythonTypes, hasMypy, hasPip, pythonPackage } from '../support/python-package.ts';
import { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const secret = 'whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=';
const python = ['-B', '-W', 'error'];
const hasPython = isInstalled('python3');
if (!hasPip) console.warn('pip or setuptools is missing: that the Python package can be installed is not tried.');

describe.skipIf(!hasPython)('the Python client', { tags: 'python3' }, () => {
  let project: string;
  let service: TestService;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'python-client-'));
    const readme = await readFile(join(pythonPackage, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code!);
    expect(examples.length).toBe(5);
    for (const [index, code] of examples.entries()) await writeFile(join(project, `example_${index}.py`), code);
    service = await TestService.start({ role: 'api', environment: { RATE_LIMIT_STRICT: '60' } });
    const { url, apiKey } = await accountOf(service);
    environment = {
      ...process.env,
      PYTHONPATH: join(pythonPackage, 'src'),
      BREAKWATER_URL: url,
      BREAKWATER_API_KEY: apiKey,
      BREAKWATER_WEBHOOK_SECRET: secret,
      PORT: '0',
    };
  });
  afterAll(async () => {
    await service?.stop();
    if (project) await rm(project, { recursive: true, force: true });
  });

  const example = (index: number) => [...python, join(project, `example_${index}.py`)];
  const output = async (index: number) => (await run('python3', example(index), { env: environment })).stdout;

  it('keeps the rules of its units', async () => {
    const discover = ['-m', 'unittest', 'discover', '-s', join(pythonPackage, 'tests')];
    const { stderr } = await run('python3', [...python, ...discover], { env: environment });
    expect(stderr).toMatch(/^Ran 29 tests/m);
  });

  it.skipIf(!hasMypy)('is typed, with its tests and every example of its README', { tags: 'mypy' }, async () => {
    await checkPythonTypes(join(pythonPackage, 'src'));
    await checkPythonTypes(join(pythonPackage, 'tests'));
    await checkPythonTypes(project);
  });

  it('has the version of the program', async () => {
    const { stdout } = await run('python3', ['-c', 'import breakwater_client as b; print(b.__version__)'], {
      env: environment,
    });
    expect(stdout).toBe(`${packageJson.version}\n`);
  });

  it.skipIf(!hasPip)('is installed by pip, with its types', async () => {
    const [source, target] = [join(project, 'source'), join(project, 'installed')];
    // Building it leaves its traces there.
    await cp(pythonPackage, source, { recursive: true });
    const options = ['--no-build-isolation', '--no-deps', '--no-index', '--target', target];
    await run('python3', ['-m', 'pip', 'install', '--quiet', ...options, source]);
    const program = "import breakwater_client as b, os; print(os.path.exists(os.path.join(b.__path__[0], 'py.typed')))";
    const { stdout } = await run('python3', ['-c', program], { env: { ...environment, PYTHONPATH: target } });
    expect(stdout).toBe('True\n');
  });

  it('calls an operation, and tells a refusal by its status, code and sentence', async () => {
    expect(await output(0)).toBe(
      'Connected to Northwind Hosting\n404 ENDPOINT_NOT_FOUND No endpoint with that ID is in the account.\n',
    );
  });

  it('provisions a server under a key of the caller’s, which finds it again', async () => {
    const first = await output(1);
    expect(first).toMatch(/^Monitored as [0-9a-f-]{36}\n$/);
    expect(await output(1)).toBe(first);
  });

  it('goes through lists, and tells what is left of the rate limit', async () => {
    expect(await output(2)).toMatch(/^Requests left in this minute: \d+\n$/);
  });

  it('works in the sandbox', async () => {
    expect(await output(3)).toContain('critical');
  });

  it('receives what is signed as Standard Webhooks says, and nothing else', async () => {
    const receiver = spawn('python3', example(4), { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
    try {
      const [, port] = /^Listening on (\d+)$/.exec(String((await lines.next()).value)) ?? [];
      const alertData = { alert: { severity: 'critical', title: 'Redis is open' } };
      const body = JSON.stringify({ type: 'alert.opened', timestamp: new Date().toISOString(), data: alertData });
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`event-1.${timestamp}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'event-1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      const url = `http://127.0.0.1:${port}/`;
      expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(204);
      expect((await lines.next()).value).toBe('event-1 critical Redis is open');
      expect((await fetch(url, { method: 'POST', body: `${body} `, headers })).status).toBe(400);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });

  it('executes once what it repeats, and waits for the limit of requests as long as it is asked to', async () => {
    const file = join(project, 'limits.py');
    await writeFile(
      file,
      `
import os
from breakwater_client import ApiError, Client, NoAnswerError, send_by_urllib

waits = []
lost = []
send = send_by_urllib(60)

def losing(method, url, headers, body):
    answer = send(method, url, headers, body)
    if method == "POST" and not lost:
        lost.append(answer)
        raise NoAnswerError("lost")
    return answer

client = Client(os.environ["BREAKWATER_URL"], os.environ["BREAKWATER_API_KEY"], transport=losing, sleep=waits.append, attempts=2)
answer = client.post("/billing/provision", {"client_id": 77, "service_id": 7700, "ip_address": "203.0.113.77"})
print(lost[0].json()["data"]["endpoint_id"] == answer["data"]["endpoint_id"], lost[0].status, len(waits))
for _ in range(100):
    waits.clear()
    try:
        client.post("/billing/suspend", {"endpoint_id": "01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d"})
    except ApiError as error:
        if error.status == 429:
            # A second may have passed until the last answer.
            print(error.status, 1 <= error.retry_after_seconds <= 60, len(waits) == 1 and waits[0] >= error.retry_after_seconds)
            break
`,
    );
    const { stdout } = await run('python3', [...python, file], { env: environment });
    expect(stdout).toBe('True 201 1\n429 True True\n');
  });
});
