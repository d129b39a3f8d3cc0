/** What has changed, by topic: the ids, or null for any of them. The topics are src/core/operation/customer-changes.ts's. */
export type Changed = Readonly<Record<string, readonly string[] | null>>;

/**
 * Why a stream is over: `lost` comes back; `unavailable` cannot be had now, be it for a proxy, a limit or the network;
 * `replaced` was left to another tab; `signed_out` is for good.
 */
export type StreamEnd = 'lost' | 'unavailable' | 'replaced' | 'signed_out';

/** Whose a stream is: a customer of the account, or another one of its sandbox, who may have the same id. */
export interface StreamReader {
  readonly billing_customer_id: number;
  /** Absent in what a node of the release before says, which signs nobody in to a sandbox. */
  readonly sandbox?: boolean;
}

export interface StreamListener {
  /** It has begun; for which customer. */
  readonly onHello: (reader: StreamReader) => void;
  readonly onChanged: (changed: Changed) => void;
  /** Something has come, be it nothing but a sign of life; called after what it says. */
  readonly onAlive: () => void;
}

/** The first event comes at once; a proxy that holds it back will do so with all others. */
const helloMs = 6_000;
/** The server says something every 15 seconds. */
const silenceMs = 40_000;

/** Follows the stream of who is signed in, until it is over or the signal aborts. */
export async function followStream(signal: AbortSignal, listener: StreamListener): Promise<StreamEnd> {
  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), helloMs);
  let end: StreamEnd = 'unavailable';
  try {
    const response = await fetch('/portal/stream', {
      headers: { Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return 'signed_out';
    if (!response.ok || response.body === null) return 'unavailable';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (true) {
      const { done, value } = await reader.read();
      if (done) return end;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => silence.abort(), silenceMs);
      const events = `${text}${value}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) end = take(event, listener) ?? end;
      listener.onAlive();
    }
  } catch {
    // Without a connection, blocked, silent or given up: `end` says how far it came.
    return end;
  } finally {
    clearTimeout(watchdog);
  }
}

/** @returns what the end of the stream means from now on, when the event says so */
function take(text: string, { onHello, onChanged }: StreamListener): StreamEnd | undefined {
  const [, event, json] = /^event: (\w+)\ndata: (.*)$/.exec(text) ?? [];
  if (event === undefined || json === undefined) return undefined;
  const data = JSON.parse(json);
  if (event === 'hello') {
    onHello(data);
    return 'lost';
  }
  if (event === 'changed') onChanged(data);
  if (event !== 'end') return undefined;
  return data.why === 'signed_out' || data.why === 'replaced' ? data.why : 'lost';
}
