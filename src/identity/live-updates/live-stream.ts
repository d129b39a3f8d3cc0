import type { ServerResponse } from 'node:http';
import { type Changed, ChangeSet } from '../../core/operation/customer-changes.ts';

/** Why a stream ended, for the page: it asks again who is signed in, leaves the stream to another tab, or comes back. */
export type StreamEnd = 'signed_out' | 'replaced' | 'closing';

/** What changes in quick succession is told together. */
const pauseMs = 1_000;
/** A page that has not taken so much is not reading any more. Everything that can be told at once takes 5 kB. */
const maxUnreadBytes = 32_768;
/** How long the last event may take to leave. */
const lastWordsMs = 1_000;

/** Server-sent events to one tab. */
export class LiveStream {
  readonly #response: ServerResponse;
  #waiting = new ChangeSet();
  #pause: NodeJS.Timeout | null = null;

  constructor(response: ServerResponse, headers: Readonly<Record<string, unknown>>, hello: object) {
    this.#response = response;
    response.writeHead(200, {
      ...(headers as Record<string, string>),
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Neither kept nor compressed on the way; nginx would wait for more to come.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.#write(`event: hello\ndata: ${JSON.stringify(hello)}\n\n`);
  }

  tell(changed: Changed): void {
    this.#waiting.merge(changed);
    if (this.#pause === null) this.#flush();
  }

  /** Keeps proxies from closing what is silent, and finds out who has gone. */
  beat(): void {
    this.#write(':\n\n');
  }

  end(why: StreamEnd): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    const response = this.#response;
    const isRead = response.writableLength === 0;
    response.end(`event: end\ndata: ${JSON.stringify({ why })}\n\n`);
    if (isRead) response.socket?.destroySoon();
    // Whoever reads nothing any more need not hear why, and must not keep the process.
    setTimeout(() => response.destroy(), isRead ? lastWordsMs : 0).unref();
  }

  /** The tab has gone: nothing more is sent. */
  close(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#pause = null;
    if (waiting.isEmpty) return;
    this.#waiting = new ChangeSet();
    this.#write(`event: changed\ndata: ${JSON.stringify(waiting.toChanged())}\n\n`);
    this.#pause = setTimeout(() => this.#flush(), pauseMs);
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy();
    else this.#response.write(text);
  }
}
