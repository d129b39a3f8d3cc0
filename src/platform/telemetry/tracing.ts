import type { Attributes } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** Where an SDK leaves what it has registered for version 1 of the API. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** Loaded for whoever traces only: it is a hundred files, which every process would read. */
let api: Api | undefined;

/** Where in a trace something was begun, in the words of the operator's propagator (`traceparent`, usually), for who goes on with it. */
export type TraceContext = Readonly<Record<string, string>>;

/**
 * Runs the work inside a span. Without an OpenTelemetry SDK (registered by the operator with `node --import`) it costs nothing.
 * @param begun what this goes on with; default: what is under way here
 */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  begun?: TraceContext | null,
): Promise<T> {
  if (!(registered in globalThis)) return work();
  api ??= await import('@opentelemetry/api');
  const { context, propagation, SpanStatusCode, trace } = api;
  const parent = begun ? propagation.extract(context.active(), begun) : context.active();
  return trace.getTracer('breakwater').startActiveSpan(name, { attributes }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What is under way here, to be kept with what it leaves to others; undefined when nothing is traced. */
export function traceContext(): TraceContext | undefined {
  if (!api) return undefined;
  const carrier: Record<string, string> = {};
  api.propagation.inject(api.context.active(), carrier);
  return Object.keys(carrier).length > 0 ? carrier : undefined;
}

/** Notes a fact in the span under way, if there is one. */
export function noteInSpan(name: string, attributes: Attributes): void {
  api?.trace.getActiveSpan()?.addEvent(name, attributes);
}
