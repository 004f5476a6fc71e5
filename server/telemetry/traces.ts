/**
 * OpenTelemetry behind our port, sent as OTLP over http. Its packages (20 MB on the disk; 25 MB of memory and a quarter of
 * a second to load) are loaded only where an office switched traces on.
 */
import { noTracing, type Span, type Tracing } from '../domain/ports/tracing.ts'

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * @param url base address of the collector, as in OTEL_EXPORTER_OTLP_ENDPOINT; null: nothing is traced
 * @param service which of our processes this is
 */
export async function openTraces(url: string | null, service: string, version: string): Promise<Tracing> {
  if (url === null) return noTracing
  const [api, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ])
  const { context, ROOT_CONTEXT, SpanStatusCode, trace } = api
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('klic-desktop', version)

  const contextOf = (parent: string | null | undefined) => {
    const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? []
    if (!traceId || !spanId) return context.active()
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags ?? '0', 16),
      isRemote: true,
    })
  }

  return {
    span(name, { parent, attributes = {} }, work) {
      const under = contextOf(parent)
      const span = tracer.startSpan(name, { attributes }, under)
      const fail = (type: string): void => {
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
      }
      const ours: Span = {
        rename: (to) => void span.updateName(to),
        set: (key, value) => void span.setAttribute(key, value),
        fail,
      }
      return context.with(trace.setSpan(under, span), async () => {
        try {
          return await work(ours)
        } catch (error) {
          fail(error instanceof Error ? error.name : 'unknown')
          throw error
        } finally {
          span.end()
        }
      })
    },
    current() {
      const { traceId, spanId, traceFlags } = trace.getActiveSpan()?.spanContext() ?? {}
      if (!traceId || !spanId) return null
      return `00-${traceId}-${spanId}-${(traceFlags ?? 0).toString(16).padStart(2, '0')}`
    },
    close: () => provider.shutdown(),
  }
}
