/** The download of a delivery: made while it is sent, or the replayed ZIP unchanged. The link itself is the permission. */
import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { notFound, send } from '../answers.ts'
import { areaRingOf } from '../orders/kinds.ts'
import type { Orders } from '../orders/orders.ts'
import { deliveryName, generateDelivery } from './generate-delivery.ts'

const REDIRECTS = 2

export const sendDelivery = async (
  res: ServerResponse,
  orders: Orders,
  url: URL,
  guid: string,
  density: number,
): Promise<void> => {
  const delivery = orders.download(guid)
  if (!delivery) {
    send(res, notFound())
    return
  }
  const { of, sequence, complete, composedAtMs, missing, version } = delivery
  const redirects = Number(url.searchParams.get('redirect') ?? 0)
  if (of.order.scenario.has('redirect') && redirects < REDIRECTS) {
    send(res, { ...notFound(), status: 302, location: `${url.pathname}?redirect=${redirects + 1}` })
    return
  }
  const { klicNumber, orderNumber, position, kind, request, ring } = of
  const { scenario, entry } = of.order
  const head = (name: string): void => {
    res.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` })
  }
  if (of.replay) {
    head(of.replay.name)
    return pipeline(createReadStream(of.replay.path), res)
  }
  head(deliveryName({ klicNumber, sequence }))
  const zip = generateDelivery({
    klicNumber,
    orderNumber,
    position,
    sequence,
    complete,
    requestedAtMs: entry.receivedAtMs,
    composedAtMs,
    klicType: kind,
    version,
    request,
    ring,
    areaRing: areaRingOf(request),
    missing,
    empty: scenario.has('empty'),
    density,
  })
  await pipeline(zip, res)
}
