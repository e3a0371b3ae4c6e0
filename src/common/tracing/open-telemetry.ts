import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { globalErrorHandler, parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { SOUK_VERSION } from '../package-version.js';
import type { Span, SpanStart, Tracing } from './tracing.js';

const TRACES_PATH = '/v1/traces';
/** A collector that hangs must not delay the end of the process for longer. */
const EXPORT_TIMEOUT_MS = 5_000;
const COMPLAINT_INTERVAL_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Traces for a collector of OpenTelemetry, by OTLP over HTTP. The module is loaded only where they are wanted. The
 * library itself reads further variables of the environment, such as OTEL_SERVICE_NAME.
 */
export class OpenTelemetry implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly current = new AsyncLocalStorage<Context>();

  /** @param endpoint address of the collector, without a path for traces. */
  constructor(endpoint: string, logger: Logger) {
    const url = `${endpoint}${TRACES_PATH}`;
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
    const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': 'souk',
        'service.version': SOUK_VERSION,
        'service.instance.id': `${hostname()}:${process.pid}`,
      }).merge(
        detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
      ),
      spanProcessors: [processor],
    });
    this.tracer = this.provider.getTracer('souk');
    reportFailures(logger);
  }

  span<T>(name: string, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const { kind, attributes = {}, traceparent } = start;
    const parent = contextOf(traceparent) ?? this.current.getStore() ?? ROOT_CONTEXT;
    const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes };
    const span = this.tracer.startSpan(name, options, parent);
    return this.current.run(trace.setSpan(parent, span), async () => {
      try {
        return await work(handleOf(span));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        if (error instanceof Error) span.setAttribute('error.type', error.name);
        throw error;
      } finally {
        span.end();
      }
    });
  }

  traceparent(): string | undefined {
    const span = trace.getSpan(this.current.getStore() ?? ROOT_CONTEXT);
    if (!span) return undefined;
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags.toString(16)}`;
  }

  async stop(): Promise<void> {
    await this.provider.shutdown().catch(globalErrorHandler);
  }
}

/** Undefined for a text that is malformed: then a new trace begins. */
function contextOf(traceparent: string | undefined): Context | undefined {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : undefined;
}

function handleOf(span: OtelSpan): Span {
  return {
    rename: (name) => span.updateName(name),
    set: (attributes) => span.setAttributes(attributes),
    fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
  };
}

/** Logs that spans are lost, but not with every batch. */
function reportFailures(logger: Logger): void {
  let lastComplaint = -Infinity;
  setGlobalErrorHandler((error: unknown) => {
    if (performance.now() - lastComplaint < COMPLAINT_INTERVAL_MS) return;
    lastComplaint = performance.now();
    const reason = error instanceof Error ? error.message : 'unknown';
    logger.warn({ reason }, 'traces could not be sent');
  });
}
