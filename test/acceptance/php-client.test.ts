import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCodes, problemMessage, problemStatus } from '../../src/core/api/problems.ts';
import { accountOf } from '../support/billing-module.ts';
import { succeeds } from '../support/succeeds.ts';
import { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const directory = fileURLToPath(new URL('../../integrations/php-client/', import.meta.url));
const autoload = join(directory, 'autoload.php');
const [hasPhp, hasCurl, hasSniffer] = [
  ['php', '-v'],
  ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  ['phpcs', '--version'],
].map(([program, ...args]) => succeeds(program!, ...args));

describe('the PHP client', () => {
  it.skipIf(!hasPhp)('repeats what may be repeated, and checks webhooks', { tags: 'php-cli' }, async () => {
    const { stdout } = await run('php', [join(directory, 'tests/run.php')]);
    expect(stdout.trim().split('\n').length).toBe(48);
  });

  it.skipIf(!hasSniffer)('is written as PSR-12 asks', { tags: 'php-codesniffer' }, async () => {
    // A script that tests declares and does at once.
    const beside = 'PSR1.Files.SideEffects,PSR1.Classes.ClassDeclaration';
    await run('phpcs', ['--standard=PSR12', `--exclude=${beside}`, directory]);
  });

  describe('against a server', () => {
    let scratch: string;
    let service: TestService;
    let environment: NodeJS.ProcessEnv;
    let examples: string[];

    beforeAll(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'php-client-'));
      const readme = await readFile(join(directory, 'README.md'), 'utf8');
      examples = [...readme.matchAll(/```php\n(.*?)```/gs)].map(([, code]) => code!);
      expect(examples.length).toBe(6);
      service = await TestService.start({ role: 'api' });
      const { url, apiKey } = await accountOf(service);
      environment = { ...process.env, BREAKWATER_URL: url, BREAKWATER_API_KEY: apiKey };
    });
    afterAll(async () => {
      await service?.stop();
      if (scratch) await rm(scratch, { recursive: true, force: true });
    });

    /** What a program prints. */
    async function printed(code: string, changes: NodeJS.ProcessEnv = {}): Promise<string> {
      const file = join(scratch, 'program.php');
      await writeFile(file, `<?php\nrequire '${autoload}';\n${code}`);
      const { stdout, stderr } = await run('php', ['-d', 'display_errors=stderr', '-d', 'error_reporting=-1', file], {
        env: { ...environment, ...changes },
      });
      expect(stderr).toBe('');
      return stdout;
    }

    it.skipIf(!hasCurl)(
      'tests a connection, and says in a sentence what is wrong with it',
      { tags: 'php-curl' },
      async () => {
        expect(await printed(examples[0]!)).toBe('Connected to Northwind Hosting\n');
        const key = `${environment.BREAKWATER_API_KEY!.slice(0, -1)}-`;
        const refused = await printed(examples[0]!, { BREAKWATER_API_KEY: key });
        expect(refused).toMatch(/^401 .*\n$/);
        expect(refused).not.toContain(key);
        const away = await printed(examples[0]!, { BREAKWATER_URL: 'http://127.0.0.1:9' });
        expect(away).toMatch(/^Breakwater could not be reached: .*\n$/);
      },
    );

    it.skipIf(!hasCurl)(
      'sells a server, signs its customer in, and tells both sides of each other',
      { tags: 'php-curl' },
      async () => {
        expect(await printed(examples[1]!)).toBe(
          'Jane Roe has 1 service\n422 The ip_address field must be a single IPv4 or IPv6 address.\n',
        );
        expect(await printed(examples[2]!)).toBe(
          'The subscription is suspended or cancelled, so that it cannot be changed: unsuspend or create the service first. \n',
        );
        expect(await printed(examples[3]!)).toBe(`${environment.BREAKWATER_URL}/sso?token\n`);
        expect(await printed(examples[4]!)).toBe(
          '1 services were told, 0 of them were corrected.\n1001 uses 1 endpoint\n',
        );
      },
    );

    it.skipIf(!hasCurl)('explains every code of the API in a sentence', { tags: 'php-curl' }, async () => {
      const program = `
        $explained = (new ReflectionClassConstant(Breakwater\\Explanation::class, 'SENTENCES'))->getValue();
        foreach (json_decode(getenv('PROBLEMS'), true) as $code => [$status, $message]) {
            $body = json_encode(['error' => ['code' => $code, 'message' => $message]]);
            $refused = new Breakwater\\ApiException(new Breakwater\\Answer($status, ['x-request-id' => 'r'], $body));
            echo Breakwater\\Explanation::of($refused), "\\n";
            unset($explained[$code]);
        }
        echo implode(' ', array_keys($explained));`;
      const problems = problemCodes.map((code) => [code, [problemStatus(code), problemMessage(code)]]);
      const PROBLEMS = JSON.stringify(Object.fromEntries(problems));
      const lines = (await printed(program, { PROBLEMS })).split('\n');
      // Behind the explanations, those of codes that there are not.
      expect(lines.pop()).toBe('');
      for (const [index, code] of problemCodes.entries())
        expect(lines[index]).toMatch(new RegExp(`^[A-Z].*[A-Za-z]\\. \\(${code}, request ID r\\)$`));
    });

    it.skipIf(!hasCurl)(
      'goes through lists of many pages, and works in the sandbox',
      { tags: 'php-curl' },
      async () => {
        const program = `
        $client = new Breakwater\\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
        $client->put('/account/sandbox', ['enabled' => true]);
        $sandbox = $client->inSandbox();
        for ($i = 1; $i <= 5; $i++) $sandbox->post('/billing/provision', ['client_id' => 7, 'ip_address' => "198.51.100.$i"]);
        $addresses = [];
        foreach ($sandbox->each('/endpoints', 'endpoints', ['limit' => 2]) as $endpoint) $addresses[] = $endpoint['ip_address'];
        sort($addresses);
        echo implode(' ', $addresses), ' ', $sandbox->rateLimit()['remaining'] > 0 ? 'left' : 'none';`;
        expect(await printed(program)).toBe('198.51.100.1 198.51.100.2 198.51.100.3 198.51.100.4 198.51.100.5 left');
      },
    );
  });
});
