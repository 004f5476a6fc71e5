/** A delivery ZIP of the simulated world, for a rectangle, without a registry in between. */
import { copyFileSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Ring } from '../../server/geometry/geometry.ts'
import type { KlicType } from '../../server/registry/klic.ts'
import { buildOrder } from '../../server/registry/orders/order-body.ts'
import type { StandardVersion } from '../../server/registry/orders/standards.ts'
import { simulatorApplicant } from '../../server/simulator/customer.ts'
import { deliveryName, generateDelivery } from '../../server/simulator/delivery/generate-delivery.ts'
import { OrderMessage } from '../../server/simulator/model.ts'

/** Of this process, by what was asked: most tests of a file ask for the same. */
const made = new Map<string, Promise<string>>()
let kept: string | undefined

const newFolder = (): string => {
  if (kept === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'klic-deliveries-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    kept = folder
  }
  return mkdtempSync(join(kept, 'of-'))
}

const REQUESTED = Date.parse('2026-11-20T09:00:00Z')

/**
 * @param extent minX, minY, maxX, maxY in RD New metres; @param hours from request to delivery; @param notch so many metres of its upper
 * right corner were not asked for; @param missing codes of operators that deliver nothing; @returns the ZIP's path
 */
export async function simulatedDelivery(
  folder: string,
  klicNumber: string,
  extent: [number, number, number, number],
  options: SimulatedOptions = {},
): Promise<string> {
  const asked = JSON.stringify([klicNumber, extent, options])
  const making = made.get(asked) ?? write(newFolder(), klicNumber, extent, options)
  made.set(asked, making)
  const first = await making
  const path = join(folder, basename(first))
  copyFileSync(first, path)
  return path
}

interface SimulatedOptions {
  klicType?: KlicType
  sequence?: number
  hours?: number
  version?: StandardVersion
  notch?: number
  missing?: string[]
}

async function write(
  folder: string,
  klicNumber: string,
  [minX, minY, maxX, maxY]: [number, number, number, number],
  { klicType = 'ORIENT', sequence = 1, hours = sequence, version = 2, notch = 0, missing = [] }: SimulatedOptions,
): Promise<string> {
  const ring: Ring = [
    [minX, minY],
    [maxX, minY],
    ...(notch === 0
      ? [[maxX, maxY] as [number, number]]
      : ([
          [maxX, maxY - notch],
          [maxX - notch, maxY - notch],
          [maxX - notch, maxY],
        ] as Ring)),
    [minX, maxY],
    [minX, minY],
  ]
  const { body } = buildOrder({
    klicType,
    standard: version,
    methods: ['mechanischGraven'],
    maxDepth: '80cm',
    postId: '6f0f8a52-3c1d-4b7e-9a55-1d2c7e40b9a1',
    applicant: simulatorApplicant,
    principal: null,
    works: ['proefsleuvenGraven'],
    worksNote: null,
    reference: 'Proef',
    startDate: klicType === 'GRAAF' ? '2026-11-30' : null,
    endDate: klicType === 'GRAAF' ? '2026-12-04' : null,
    parts: [
      {
        polygon: { crs: 'EPSG:28992', rings: [ring] },
        locationAddress: { ...simulatorApplicant.address, bagId: '0753010000000021' },
        description: null,
      },
    ],
  })
  const [request] = OrderMessage.parse(JSON.parse(body)).gebiedsinformatieAanvragen
  const order = {
    klicNumber,
    orderNumber: '9900000001',
    position: '0000000010',
    sequence,
    complete: true,
    version,
    requestedAtMs: REQUESTED,
    composedAtMs: REQUESTED + hours * 3_600_000,
    klicType,
    request: request!,
    ring,
    missing,
    empty: false,
    density: 1,
  }
  const path = join(folder, deliveryName(order))
  await pipeline(generateDelivery(order), createWriteStream(path))
  return path
}
