import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpackModule } from './billing-module.ts';
import { SiteBrowser, SitePrograms, untilServed } from './billing-site.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const router = fileURLToPath(new URL('../../integrations/fossbilling/tests/router.php', import.meta.url));
const staffToken = 'x'.repeat(32);

/**
 * A real FOSSBilling on a MariaDB of its own, installed by its own installer, with the module unpacked in it. It is in
 * what FOSSBilling calls its test environment: no mail leaves it, and addresses of e-mail are not looked up.
 */
export class FossBilling {
  readonly url: string;
  readonly #scratch: string;
  readonly #php: string;
  readonly #programs: SitePrograms;

  private constructor(parts: { url: string; scratch: string; php: string }) {
    this.url = parts.url;
    this.#scratch = parts.scratch;
    this.#php = parts.php;
    this.#programs = new SitePrograms({ APP_ENV: 'test', TMPDIR: join(parts.scratch, 'tmp') });
  }

  /**
   * @param source as a release is unpacked, its libraries in vendor/
   * @param php a program of PHP 8.3 or later
   * @param module contents by path in the folder of FOSSBilling
   */
  static async install(source: string, php: string, module: ReadonlyMap<string, Buffer>): Promise<FossBilling> {
    const scratch = await mkdtemp(join(tmpdir(), 'fossbilling-real-'));
    const [databasePort, port] = [await freePort(), await freePort()];
    const fossBilling = new FossBilling({ url: `http://127.0.0.1:${port}`, scratch, php });
    try {
      await mkdir(join(scratch, 'tmp'));
      await fossBilling.#startDatabase(databasePort);
      await cp(source, fossBilling.#site, { recursive: true });
      await unpackModule(fossBilling.#site, module);
      await fossBilling.#serve(port);
      await fossBilling.#runInstaller(databasePort);
      // Modules hear of nothing before the first.
      await fossBilling.cron();
      return fossBilling;
    } catch (error) {
      await fossBilling.stop();
      throw error;
    }
  }

  get #site(): string {
    return join(this.#scratch, 'site');
  }

  async #startDatabase(port: number): Promise<void> {
    const data = join(this.#scratch, 'database');
    const user = process.getuid!() === 0 ? ['--user=root'] : [];
    const authentication = '--auth-root-authentication-method=normal';
    await run('mariadb-install-db', ['--no-defaults', ...user, authentication, '--skip-test-db', `--datadir=${data}`]);
    const socket = join(this.#scratch, 'mariadb.sock');
    const bound = ['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${socket}`];
    this.#programs.start('mariadbd', ['--no-defaults', ...user, `--datadir=${data}`, ...bound], this.#scratch);
    await eventually('MariaDB listens', async () => existsSync(socket));
  }

  async #serve(port: number): Promise<void> {
    this.#programs.start(this.#php, ['-S', `127.0.0.1:${port}`, '-t', this.#site, router], this.#scratch);
    await untilServed('FOSSBilling', this.url);
  }

  async #runInstaller(databasePort: number): Promise<void> {
    const answer = await fetch(`${this.url}/install/install.php?a=install`, {
      method: 'POST',
      body: new URLSearchParams({
        system_url: `${this.url}/`,
        currency_code: 'EUR',
        database_hostname: '127.0.0.1',
        database_port: String(databasePort),
        database_name: 'fossbilling',
        database_username: 'root',
        database_password: '',
        admin_name: 'Staff',
        admin_email: 'staff@example.com',
        admin_password: 'Passw0rd-of-staff',
        admin_api_token: staffToken,
        error_reporting: '0',
      }),
    });
    if (!answer.ok) throw new Error(`FOSSBilling was not installed: ${await answer.text()}`);
    await rm(join(this.#site, 'install'), { recursive: true });
    // Tests order more in an hour than anybody.
    const file = join(this.#site, 'config.php');
    const config = await readFile(file, 'utf8');
    await writeFile(file, config.replace(/('rate_limiter' =>\s+array \(\s+'enabled' => )true/, '$1false'));
  }

  /** What staff do. */
  async staff<Result = unknown>(method: string, parameters: object = {}): Promise<Result> {
    const authorization = `Basic ${Buffer.from(`admin:${staffToken}`).toString('base64')}`;
    const answer = await fetch(`${this.url}/api/admin/${method}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
    return resultOf<Result>(answer);
  }

  /** A customer who has signed up, and in. */
  async customer(firstName: string, email: string): Promise<FossBillingBrowser> {
    const password = 'Passw0rd-of-customer';
    const client = {
      first_name: firstName,
      email,
      password,
      currency: 'EUR',
      status: 'active',
      send_welcome_email: false,
    };
    const id = Number(await this.staff('client/create', client));
    const customer = new FossBillingBrowser(this.url, id);
    await customer.call('guest/client/login', { email, password });
    // A page gives the cookie without which nothing is taken. Its session is kept when the page ends, not when it begins.
    await (await customer.page('/')).text();
    return customer;
  }

  /** A page of staff's, as a browser gets it. */
  async staffPage(path: string): Promise<string> {
    const staff = new FossBillingBrowser(this.url, 0);
    await staff.call('guest/staff/login', { email: 'staff@example.com', password: 'Passw0rd-of-staff' });
    return (await staff.page(`/admin${path}`)).text();
  }

  /** What the system's cron does every five minutes. */
  async cron(): Promise<string> {
    const { stdout } = await run(this.#php, [join(this.#site, 'cron.php')], {
      cwd: this.#site,
      env: this.#programs.environment,
    });
    return stdout;
  }

  async stop(): Promise<void> {
    await this.#programs.stop();
    await rm(this.#scratch, { recursive: true, force: true });
  }
}

/** A browser that has signed in. */
export class FossBillingBrowser {
  readonly id: number;
  readonly #site: SiteBrowser;

  constructor(url: string, id: number) {
    this.#site = new SiteBrowser(url);
    this.id = id;
  }

  async call<Result = unknown>(path: string, parameters: object = {}): Promise<Result> {
    const answer = await this.#site.fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ ...parameters, CSRFToken: this.#site.cookie('csrf_token') }),
    });
    return resultOf<Result>(answer);
  }

  /** A page; redirects are answers. */
  async page(path: string): Promise<Response> {
    return this.#site.fetch(path);
  }
}

async function resultOf<Result>(answer: Response): Promise<Result> {
  const text = await answer.text();
  let body: { result: Result; error: { message: string } | null };
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`${answer.status}: ${text}`);
  }
  if (body.error) throw new Error(body.error.message);
  return body.result;
}
