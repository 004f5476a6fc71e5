/** A delivery of the simulated world as a ZIP, of any area, kind and density. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TestContext } from 'node:test'
import type { Ring } from '../../server/geometry/geometry.ts'
import type { DeliveryOrder } from '../../server/simulator/delivery/delivery-order.ts'
import { generateDelivery } from '../../server/simulator/delivery/generate-delivery.ts'
import { tempFolder } from '../registry/world.ts'
import { type Json, orienting } from './simulator-orders.ts'

export const ringOf = (polygon: Json): Ring => (polygon.coordinates as Ring[])[0]!

/** Made without a registry in between. @returns the ZIP's path */
export const writeDelivery = async (t: TestContext, more: Partial<DeliveryOrder> & { ring: Ring }): Promise<string> => {
  const order: DeliveryOrder = {
    klicNumber: '99O0000001',
    orderNumber: '9800000001',
    position: '0000000010',
    sequence: 1,
    complete: true,
    requestedAtMs: Date.parse('2026-11-20T09:00:00Z'),
    composedAtMs: Date.parse('2026-11-20T10:00:00Z'),
    klicType: 'ORIENT',
    version: 2,
    request: orienting().gebiedsinformatieAanvragen[0]! as DeliveryOrder['request'],
    missing: [],
    empty: false,
    density: 2,
    ...more,
  }
  const path = join(tempFolder(t), `Levering_${order.klicNumber}_${order.sequence}.zip`)
  await pipeline(generateDelivery(order), createWriteStream(path))
  return path
}
