import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--remote-debugging-port=0'],
  // Nothing but this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
];
const loadTimeoutMs = 20_000;

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly result?: any;
}

/** One tab of a real browser with a profile of its own, driven by the Chrome DevTools Protocol. */
export class Chromium {
  /** What the page complained about: failed loads, breaches of its content security policy, script errors. */
  readonly complaints: string[] = [];
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Message) => void>();
  #session: string | undefined;
  #lastId = 0;
  #onLoad: () => void = () => {};

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  static async start(): Promise<Chromium> {
    const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
    const process = spawn('chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank']);
    const socket = new WebSocket(await debuggerAddress(process));
    await once(socket as unknown as NodeJS.EventEmitter, 'open');
    const browser = new Chromium(process, profile, socket);
    const { targetInfos } = await browser.#send('Target.getTargets');
    const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
    browser.#session = (await browser.#send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    for (const domain of ['Page', 'Log', 'Runtime']) await browser.#send(`${domain}.enable`);
    return browser;
  }

  /** Goes to a page and waits until it has loaded. */
  async goto(url: string): Promise<void> {
    await this.#loading(() => this.#send('Page.navigate', { url }));
  }

  /** Clicks what leads to another page, and waits until that has loaded. */
  async click(selector: string): Promise<void> {
    const expression = `document.querySelector(${JSON.stringify(selector)}).click()`;
    await this.#loading(() => this.#send('Runtime.evaluate', { expression, userGesture: true }));
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    return (await this.#send('Runtime.evaluate', { expression })).result.value;
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#socket.close();
    this.#process.kill();
    await exited;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #loading(act: () => Promise<unknown>): Promise<void> {
    const loaded = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The page did not load.')), loadTimeoutMs);
      this.#onLoad = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await act();
    await loaded;
  }

  #send(method: string, params: object = {}): Promise<Message['result']> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId: this.#session }));
    return new Promise((resolve) => this.#answers.set(id, ({ result }) => resolve(result)));
  }

  #receive(message: Message): void {
    if (message.id !== undefined) this.#answers.get(message.id)?.(message);
    if (message.method === 'Page.loadEventFired') this.#onLoad();
    if (message.method === 'Log.entryAdded') this.complaints.push(message.params.entry.text);
    if (message.method === 'Runtime.exceptionThrown') this.complaints.push(message.params.exceptionDetails.text);
  }
}

/** Chromium says on its standard error where it can be driven. */
function debuggerAddress(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    process.once('error', reject);
    process.once('exit', () => reject(new Error(`Chromium ended: ${said}`)));
    process.stderr?.on('data', (chunk) => {
      said += chunk;
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
  });
}
