/** Exports traces by OpenTelemetry, OTLP over HTTP. Loaded only when an address for them is set. Source: R34.21, decision 032. */
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Span as Traced,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '../config/version.ts';
import type { Attributes, CallStart, Span, TraceParent, Tracing } from './span.ts';

const exportEveryMs = 1000;
const maxStopMs = 2000;

/** Opens the export of traces to an OTLP receiver; its paths and headers are those of the standard. */
export function openTracing(endpoint: string, serviceName: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: exportEveryMs })],
  });
  const tracer = provider.getTracer('atoll');
  return {
    startCall: (call) => startCall(tracer, call),
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, maxStopMs);
      });
      // A receiver that is away must not keep the server from ending.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function startCall(tracer: Tracer, { name, traceparent, tappedAt, attributes }: CallStart): Span {
  let context = traceparent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(traceparent));
  if (traceparent !== undefined && tappedAt !== undefined) {
    const waited = tracer.startSpan('outbox', { kind: SpanKind.CLIENT, startTime: tappedAt }, context);
    waited.end();
    context = trace.setSpan(context, waited);
  }
  return spanOf(tracer, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, context), context);
}

function spanOf(tracer: Tracer, span: Traced, parent: Context): Span {
  const context = trace.setSpan(parent, span);
  return {
    traceparent: traceParentOf(span.spanContext()),
    child: (name, attributes) =>
      spanOf(tracer, tracer.startSpan(name, { attributes: { ...attributes } }, context), context),
    end(attributes: Attributes = {}, error) {
      span.setAttributes(attributes);
      if (error !== undefined)
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'fault' });
      span.end();
    },
  };
}

const traceParentOf = ({ traceId, spanId, traceFlags }: SpanContext): TraceParent =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function remote(traceparent: TraceParent): SpanContext {
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
