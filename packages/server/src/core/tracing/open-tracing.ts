import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { StoreWatch } from '../async/store-calls.ts';
import { withTimeout } from '../async/timeout.ts';
import type { RequestFacts, RequestSpan, Tracing } from './request-spans.ts';

interface TracingOptions {
  /** The address of the collector. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly version: string;
  /** The share of requests that are traced, where the caller does not decide. */
  readonly share: number;
  /** Called when spans could not be sent, at most once a minute. */
  onError(error: Error): void;
}

/** A collector that does not respond must not delay the end of the process. */
const closeWithinMs = 2000;
const reportEveryMs = 60_000;

/** The exporter with reports of its failures: on its own it fails silently. */
function openExporter({ endpoint, onError }: TracingOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - reportedAt > reportEveryMs) {
          reportedAt = performance.now();
          onError(result.error);
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

function openProvider(options: TracingOptions): TracerProvider {
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, 'service.version': options.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: openExporter(options) })],
  });
}

function startRequest(tracer: Tracer, current: AsyncLocalStorage<Span>, facts: RequestFacts): RequestSpan {
  const { method, route, requestId, parent } = facts;
  const above = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
  const attributes = { 'http.request.method': method, 'http.route': route, 'orgdex.request_id': requestId };
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, above);
  return {
    place: span.spanContext(),
    run: (work) => current.run(span, work),
    end(status) {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(status));
      span.end();
    },
  };
}

/** Outside of a request nothing is traced: publishing would fill the collector with traces of their own. */
function storeTracer(tracer: Tracer, current: AsyncLocalStorage<Span>): StoreWatch['trace'] {
  return async (store, operation, work) => {
    const parent = current.getStore();
    if (!parent?.isRecording()) return work();
    const attributes = { 'db.system.name': store, 'db.operation.name': operation };
    const context = trace.setSpan(ROOT_CONTEXT, parent);
    const span = tracer.startSpan(`${store} ${operation}`, { kind: SpanKind.CLIENT, attributes }, context);
    try {
      return await work();
    } catch (error) {
      // Not the message: it can contain values.
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', (error as Error).name);
      throw error;
    } finally {
      span.end();
    }
  };
}

/** Sends traces to an OpenTelemetry collector. Loaded only when it is configured. */
export function openTracing(options: TracingOptions): Tracing {
  const provider = openProvider(options);
  const tracer = provider.getTracer('orgdex', options.version);
  const current = new AsyncLocalStorage<Span>();
  return {
    startRequest: (facts) => startRequest(tracer, current, facts),
    traceStore: storeTracer(tracer, current),
    close: () => withTimeout(provider.shutdown(), closeWithinMs).catch(options.onError),
  };
}
