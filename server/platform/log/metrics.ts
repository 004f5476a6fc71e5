/**
 * What Prometheus reads. A process counts what it did; how much there is of everything stands in the store and is asked
 * at each reading. Workers listen nowhere: their counts travel in the row of their heartbeat, each under its own name.
 */
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type ApiMetrics, LEVELS, type WorkerMetrics } from './metrics-port.ts'

/** Seconds: a call is a matter of milliseconds, a conversion one of minutes. */
const CALL_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const CONVERSION_SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 180, 600]

export function createApiMetrics(): ApiMetrics {
  const own = new Registry()
  const calls = new Histogram({
    name: 'klic_http_request_duration_seconds',
    help: 'Answers by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_SECONDS,
    registers: [own],
  })
  return {
    contentType: own.contentType,
    answered({ method, route, status, seconds }) {
      calls.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
    async expose(levels, ofWorkers) {
      const now = new Registry()
      for (const [name, of] of Map.groupBy(levels, (level) => level.name)) {
        const labelNames = [...new Set(of.flatMap(({ labels }) => Object.keys(labels ?? {})))]
        const gauge = new Gauge({ name, help: LEVELS[name], labelNames, registers: [now] })
        for (const { labels, value } of of) gauge.set({ ...labels }, value)
      }
      const workers = AggregatorRegistry.aggregate(ofWorkers.map((counts) => JSON.parse(counts)))
      return (await Promise.all([own.metrics(), now.metrics(), workers.metrics()])).filter(Boolean).join('\n')
    },
  }
}

export function createWorkerMetrics(worker: string): WorkerMetrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker })
  const conversions = new Histogram({
    name: 'klic_conversion_duration_seconds',
    help: 'Conversions by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: CONVERSION_SECONDS,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'klic_registry_call_duration_seconds',
    help: 'Calls to the registry by what was asked and what came of it',
    labelNames: ['call', 'outcome'],
    buckets: CALL_SECONDS,
    registers: [registry],
  })
  const told = new Counter({
    name: 'klic_webhook_tries_total',
    help: 'Tries to tell an event, by class of the answer',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    converted: (kind, outcome, seconds) => conversions.observe({ kind, outcome }, seconds),
    registryCalled: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
    webhookTold: (outcome) => told.inc({ outcome }),
    counts: async () => JSON.stringify(await registry.getMetricsAsJSON()),
  }
}
