// Sends the spans of a process to an OTLP endpoint, by HTTP:
//
//   npm install --no-save @opentelemetry/{sdk-trace,resources,core,context-async-hooks}@3 @opentelemetry/exporter-trace-otlp-http@0.301
//   NODE_OPTIONS="--import ./ops/opentelemetry/register.mjs" OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 npx breakwater serve
//
// OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_BSP_SCHEDULE_DELAY and those of the exporter (OTEL_EXPORTER_OTLP_…) are read, too.

import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, hostDetector, processDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

process.env.OTEL_SERVICE_NAME ??= 'breakwater';

const provider = new TracerProvider({
  resource: detectResources({ detectors: [envDetector, hostDetector, processDetector] }),
  spanProcessors: [
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter(),
      scheduledDelayMillis: Number(process.env.OTEL_BSP_SCHEDULE_DELAY ?? 5_000),
    }),
  ],
});
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);

// A process that is told to end takes longer than this.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void provider.forceFlush());
