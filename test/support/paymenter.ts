import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackModule } from './billing-module.ts';
import { SiteBrowser, SitePrograms, untilServed } from './billing-site.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const staff = { email: 'staff@example.com', password: 'Passw0rd-of-staff' };
/** What of a source is needed: not what it has kept or been told. */
const parts =
  'app bootstrap config database extensions lang public resources routes themes artisan composer.json'.split(' ');

/** What Paymenter is given as its `.env`: a database in a file, mails to nobody, and a debug page for nobody. */
const settings = (database: string) => `APP_KEY=base64:${Buffer.alloc(32, 'k').toString('base64')}
APP_ENV=production
DB_CONNECTION=sqlite
DB_DATABASE=${database}
CACHE_STORE=file
QUEUE_CONNECTION=database
SESSION_DRIVER=file
MAIL_MAILER=array
LOG_CHANNEL=single
TELEMETRY_ENABLED=false
`;

/** A real Paymenter on a database of its own, set up by its own commands, with the extension unpacked in it. */
export class Paymenter {
  readonly url: string;
  readonly #scratch: string;
  readonly #php: string;
  readonly #programs: SitePrograms;

  private constructor(parts: { url: string; scratch: string; php: string }) {
    this.url = parts.url;
    this.#scratch = parts.scratch;
    this.#php = parts.php;
    this.#programs = new SitePrograms({ TMPDIR: join(parts.scratch, 'tmp') });
  }

  /**
   * @param source as a release is unpacked, its libraries in vendor/
   * @param php a program of PHP 8.3 or later
   * @param extension contents by path in the folder of Paymenter
   */
  static async install(source: string, php: string, extension: ReadonlyMap<string, Buffer>): Promise<Paymenter> {
    const scratch = await mkdtemp(join(tmpdir(), 'paymenter-real-'));
    const port = await freePort();
    const paymenter = new Paymenter({ url: `http://127.0.0.1:${port}`, scratch, php });
    try {
      await paymenter.#unpack(source, extension);
      await paymenter.artisan('migrate', '--force', '--seed');
      await paymenter.artisan('app:init', 'Northwind', paymenter.url);
      await paymenter.artisan('app:user:create', 'Staff', 'Staff', staff.email, staff.password, '1');
      await paymenter.#serve(port);
      return paymenter;
    } catch (error) {
      await paymenter.stop();
      throw error;
    }
  }

  get #site(): string {
    return join(this.#scratch, 'site');
  }

  async #unpack(source: string, extension: ReadonlyMap<string, Buffer>): Promise<void> {
    await mkdir(this.#site);
    await run('cp', ['-a', ...parts.map((part) => join(source, part)), this.#site]);
    await this.#linkLibraries(join(source, 'vendor'));
    for (const folder of ['app/public', 'framework/cache/data', 'framework/sessions', 'framework/views', 'logs'])
      await mkdir(join(this.#site, 'storage', folder), { recursive: true });
    await mkdir(join(this.#scratch, 'tmp'));
    const database = join(this.#scratch, 'database.sqlite');
    await writeFile(database, '');
    await writeFile(join(this.#site, '.env'), settings(database));
    // Styles and scripts come from elsewhere then: a source has none that are built, and no test looks at them.
    await writeFile(join(this.#site, 'public/hot'), 'http://127.0.0.1:9');
    await unpackModule(this.#site, extension);
  }

  /** Twenty thousand files need no copy, but those that say where all others are. */
  async #linkLibraries(vendor: string): Promise<void> {
    const own = ['autoload.php', 'composer'];
    await mkdir(join(this.#site, 'vendor'));
    await run('cp', ['-a', ...own.map((name) => join(vendor, name)), join(this.#site, 'vendor')]);
    for (const name of await readdir(vendor))
      if (!own.includes(name)) await symlink(join(vendor, name), join(this.#site, 'vendor', name));
  }

  async #serve(port: number): Promise<void> {
    const router = join(this.#site, 'vendor/laravel/framework/src/Illuminate/Foundation/resources/server.php');
    this.#programs.start(this.#php, ['-S', `127.0.0.1:${port}`, router], join(this.#site, 'public'));
    await untilServed('Paymenter', this.url);
  }

  /** A command of Paymenter's own. */
  async artisan(...args: string[]): Promise<string> {
    const options = { cwd: this.#site, env: this.#programs.environment };
    const { stdout } = await run(this.#php, ['artisan', '--no-interaction', '--no-ansi', ...args], options);
    return stdout;
  }

  /** What PHP says within Paymenter: what has no page, or would take many of them. */
  async evaluate<Result>(code: string): Promise<Result> {
    const script = `echo '<<<', json_encode((function () { ${code} })()), '>>>';`;
    const printed = await this.artisan('tinker', `--execute=${script}`);
    const answer = /<<<(.*)>>>/s.exec(printed)?.[1];
    if (answer === undefined) throw new Error(printed);
    return JSON.parse(answer) as Result;
  }

  /** The same, and the jobs that follow from it, by one program instead of two. */
  async happens(code: string): Promise<void> {
    await this.evaluate(`${code} Artisan::call('queue:work', ['--stop-when-empty' => true]);`);
  }

  /** Does the jobs that wait, as its queue worker does all the time. */
  async work(): Promise<void> {
    await this.artisan('queue:work', '--stop-when-empty');
  }

  /** What its scheduler does once a day, and then its jobs. */
  async cron(): Promise<void> {
    await this.artisan('app:cron-job');
    await this.work();
  }

  /** The extension's daily comparison. @returns what it logs */
  async compare(): Promise<string> {
    const before = (await this.log()).length;
    await this.artisan('schedule:test', '--name=breakwater-compare');
    return (await this.log()).slice(before);
  }

  async log(): Promise<string> {
    return readFile(join(this.#site, 'storage/logs/laravel.log'), 'utf8').catch(() => '');
  }

  /** What staff use. */
  async staff(): Promise<PaymenterBrowser> {
    const browser = new PaymenterBrowser(this.url);
    await (await browser.open('/login', 'auth.login')).call('submit', staff);
    return browser;
  }

  /** A customer who has signed up, and is signed in. */
  async customer(firstName: string, email: string): Promise<PaymenterBrowser> {
    const browser = new PaymenterBrowser(this.url);
    const password = 'Passw0rd-of-customer';
    const said = { first_name: firstName, last_name: 'Lovelace', email, password, password_confirmation: password };
    await (await browser.open('/register', 'auth.register')).call('submit', said);
    return browser;
  }

  async stop(): Promise<void> {
    await this.#programs.stop();
    await rm(this.#scratch, { recursive: true, force: true });
  }
}

/** What a part of a page answers to a call. */
interface PaymenterAnswer {
  readonly html: string;
  readonly redirect: string | undefined;
  /** Events for the page, such as what is shown as a notice. */
  readonly events: readonly { readonly name: string; readonly params: unknown }[];
}

/** A browser, which sends what the scripts of Livewire would. */
export class PaymenterBrowser {
  readonly #site: SiteBrowser;

  constructor(url: string) {
    this.#site = new SiteBrowser(url);
  }

  async page(path: string): Promise<string> {
    let answer = await this.#site.fetch(path);
    for (let steps = 0; answer.status === 302 && steps < 5; steps++)
      answer = await this.#site.fetch(answer.headers.get('location')!);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return text;
  }

  /** A part of a page, by its name. */
  async open(path: string, name: string): Promise<PaymenterComponent> {
    const page = await this.page(path);
    const { csrf, uri } = scriptsOf(page);
    for (const [, escaped] of page.matchAll(/wire:snapshot="([^"]*)"/g)) {
      const snapshot = unescaped(escaped!);
      if ((JSON.parse(snapshot) as { memo: { name: string } }).memo.name !== name) continue;
      return new PaymenterComponent(snapshot, (body) => this.#send(uri, { _token: csrf, ...body }));
    }
    throw new Error(`${path} has no part ${name}`);
  }

  async #send(uri: string, body: object): Promise<LivewireAnswer> {
    const headers = { 'content-type': 'application/json', 'x-livewire': '1', accept: 'application/json' };
    const answer = await this.#site.fetch(uri, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as LivewireAnswer;
  }
}

interface LivewireAnswer {
  readonly components: readonly {
    readonly snapshot: string;
    readonly effects: {
      readonly html?: string;
      readonly redirect?: string;
      readonly dispatches?: readonly { readonly name: string; readonly params: unknown }[];
    };
  }[];
}

/** A part of a page that answers to calls. */
class PaymenterComponent {
  #snapshot: string;
  readonly #send: (body: object) => Promise<LivewireAnswer>;

  constructor(snapshot: string, send: (body: object) => Promise<LivewireAnswer>) {
    this.#snapshot = snapshot;
    this.#send = send;
  }

  /** What it keeps, as its script sees it. */
  get state(): Record<string, unknown> {
    return plain((JSON.parse(this.#snapshot) as { data: unknown }).data) as Record<string, unknown>;
  }

  /** Fields are filled in. */
  async fill(fields: object): Promise<PaymenterAnswer> {
    return this.#update(fields, []);
  }

  /** A button is pressed once fields are filled in. @throws with what validation says */
  async call(method: string, fields: object = {}, ...params: unknown[]): Promise<PaymenterAnswer> {
    const answer = await this.#update(fields, [{ path: '', method, params }]);
    const { errors } = (JSON.parse(this.#snapshot) as { memo: { errors?: Record<string, string[]> } }).memo;
    const said = Object.values(errors ?? {}).flat();
    if (said.length > 0) throw new Error(said.join('\n'));
    return answer;
  }

  async #update(updates: object, calls: readonly object[]): Promise<PaymenterAnswer> {
    const { components } = await this.#send({ components: [{ snapshot: this.#snapshot, updates, calls }] });
    const { snapshot, effects } = components[0]!;
    this.#snapshot = snapshot;
    return { html: effects.html ?? '', redirect: effects.redirect, events: effects.dispatches ?? [] };
  }
}

/** Where the scripts of a page send what is done there, in either of the forms that Livewire has. */
function scriptsOf(page: string): { csrf: string; uri: string } {
  const config = /livewireScriptConfig = (\{.*?\});/.exec(page)?.[1];
  if (config !== undefined) return JSON.parse(config) as { csrf: string; uri: string };
  const csrf = /data-csrf="([^"]*)"/.exec(page)?.[1];
  const uri = /data-update-uri="([^"]*)"/.exec(page)?.[1];
  if (csrf === undefined || uri === undefined) throw new Error('The page has no scripts of Livewire.');
  return { csrf, uri };
}

/** Livewire keeps what is no plain value as a pair of the value and what it is. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [inner, meta] = value;
    const isPair = value.length === 2 && typeof meta === 'object' && meta !== null && 's' in meta;
    return isPair ? plain(inner) : value.map(plain);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function unescaped(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
