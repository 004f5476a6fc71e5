/** What listens where traces are sent: OTLP over http, as JSON, on a free loopback port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, string | number>
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }[]
    }[]
  }[]
}

const asRecord = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]),
  )

export async function openCollector() {
  const spans: SeenSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    bodies.push(text)
    if (req.url === '/v1/traces') {
      for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
        const service = String(asRecord(resource.attributes)['service.name'])
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          const { name, traceId, spanId, parentSpanId } = span
          spans.push({ service, name, traceId, spanId, parentSpanId, attributes: asRecord(span.attributes) })
        }
      }
    }
    res.setHeader('Content-Type', 'application/json')
    res.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
