import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

const connectionTimeoutMs = 10_000;
/** Longest silence of the server. */
const silenceTimeoutMs = 30_000;
/** Longest that one piece of work takes, whatever the server does. */
export const sendTimeoutMs = 60_000;
/** How long a connection waits for more work. */
const idleMs = 10_000;
/** Servers end connections after so many mails, or begin to slow them down. */
const mailsPerConnection = 50;
const mostIdle = 10;

type Done = (error?: Error | null) => void;

/** What is done on a connection that has signed in. It calls `done` once. */
type Work = (connection: SMTPConnection, done: Done) => void;

interface Open {
  readonly connection: SMTPConnection;
  /** What is told of its end; while it is idle, that takes it out of the pool. */
  onEnd: (error: Error) => void;
  uses: number;
  timer: NodeJS.Timeout | undefined;
}

/** Connections to one mail server that are signed in and used again: most of a short mail's time is the way there. */
export class SmtpConnections {
  readonly #smtpUrl: string;
  readonly #idle = new Set<Open>();
  #closed = false;

  constructor(smtpUrl: string) {
    this.#smtpUrl = smtpUrl;
  }

  /**
   * Does work on a connection that nobody else uses meanwhile. Where one that waited turns out to be gone, the work is begun again on a
   * new one.
   * @param mayRepeat whether that does no harm by now
   * @throws what the work came to, or why there was no connection
   */
  async use(work: Work, mayRepeat: () => boolean = () => true): Promise<void> {
    const deadline = Date.now() + sendTimeoutMs;
    const waiting = this.#takeIdle();
    if (waiting !== null) {
      try {
        return await this.#run(waiting, work, deadline);
      } catch (error) {
        if (!isGone(error) || !mayRepeat()) throw error;
      }
    }
    await this.#run(this.#make(), work, deadline);
  }

  close(): void {
    this.#closed = true;
    for (const open of this.#idle) this.#leave(open);
  }

  #takeIdle(): Open | null {
    const open = [...this.#idle].at(-1) ?? null;
    if (open === null) return null;
    this.#idle.delete(open);
    clearTimeout(open.timer);
    return open;
  }

  #make(): Open {
    const { auth: _auth, ...server } = parseConnectionUrl(this.#smtpUrl);
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: connectionTimeoutMs,
      greetingTimeout: connectionTimeoutMs,
      socketTimeout: silenceTimeoutMs,
    });
    const open: Open = { connection, onEnd: () => {}, uses: 0, timer: undefined };
    // For good: a server in a hurry may still reset the connection after the result.
    connection.on('error', (error) => open.onEnd(error));
    connection.once('end', () => open.onEnd(new Error('The mail server closed the connection.')));
    return open;
  }

  async #run(open: Open, work: Work, deadline: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const late = () => reject(new Error('The mail server took too long.'));
        timer = setTimeout(late, Math.max(0, deadline - Date.now()));
        open.onEnd = reject;
        const begin = () => work(open.connection, (error) => (error ? reject(error) : resolve()));
        if (open.uses > 0) begin();
        else this.#signIn(open.connection, begin, reject);
      });
    } catch (error) {
      open.onEnd = () => {};
      open.connection.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    open.uses += 1;
    this.#letWait(open);
  }

  #signIn(connection: SMTPConnection, begin: () => void, reject: (error: Error) => void): void {
    const { auth } = parseConnectionUrl(this.#smtpUrl);
    connection.connect((failure) => {
      if (failure) return reject(failure);
      if (!auth || !connection.allowsAuth) return begin();
      connection.login({ user: String(auth.user), pass: String(auth.pass) }, (refusal) =>
        refusal ? reject(refusal) : begin(),
      );
    });
  }

  #letWait(open: Open): void {
    open.onEnd = () => {
      clearTimeout(open.timer);
      this.#idle.delete(open);
    };
    if (this.#closed || open.uses >= mailsPerConnection || this.#idle.size >= mostIdle) {
      this.#leave(open);
      return;
    }
    this.#idle.add(open);
    open.timer = setTimeout(() => this.#leave(open), idleMs);
    open.timer.unref();
  }

  #leave(open: Open): void {
    clearTimeout(open.timer);
    this.#idle.delete(open);
    open.connection.quit();
  }
}

/** Whether the connection was no more when it was to be used: no answer, or the one that says so (421). */
function isGone(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode === undefined || responseCode === 421;
}
