import { type Attributes, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('breakwater');

/** Where in a trace something was begun, in the words of the operator's propagator (`traceparent`, usually), for who goes on with it. */
export type TraceContext = Readonly<Record<string, string>>;

/**
 * Runs the work inside a span. Without an OpenTelemetry SDK (registered by the operator with `node --import`) spans cost
 * next to nothing.
 * @param begun what this goes on with; default: what is under way here
 */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  begun?: TraceContext | null,
): Promise<T> {
  const parent = begun ? propagation.extract(context.active(), begun) : context.active();
  return tracer.startActiveSpan(name, { attributes }, parent, async (span) => {
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
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return Object.keys(carrier).length > 0 ? carrier : undefined;
}

/** Notes a fact in the span under way, if there is one. */
export function noteInSpan(name: string, attributes: Attributes): void {
  trace.getActiveSpan()?.addEvent(name, attributes);
}
