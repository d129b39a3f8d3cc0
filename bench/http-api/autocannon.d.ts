/** The part of autocannon's interface that the benchmark uses: the package publishes no types. */
declare module 'autocannon' {
  interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body?: string;
  }

  interface Client {
    setHeaders(headers: Record<string, string>): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests, instead of a duration. */
    amount?: number;
    /** Called once per connection. */
    setupClient?(client: Client): void;
    requests: { method: 'GET' | 'POST'; path: string; setupRequest?(request: Request): Request }[];
  }

  interface Result {
    /** Seconds. */
    duration: number;
    /** Connections that broke, timeouts included. */
    errors: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
