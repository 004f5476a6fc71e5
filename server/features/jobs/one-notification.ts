/** A calamity is alone in its order, and is not cut: several would each be paid for, and each answered for. */

import { REGISTRY_LIMITS } from '../../geometry/registry-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { KlicType } from '../../registry/klic.ts'

/** @throws Refusal VALIDATION_FAILED for a calamity of more than one part */
export function assertSinglePart({ klicType }: { klicType: KlicType }, { parts }: { parts: readonly unknown[] }): void {
  if (klicType !== 'CALAMITEIT' || parts.length === 1) return
  const { partSideM: side } = REGISTRY_LIMITS.CALAMITEIT
  const message = `A calamity is one notification of at most ${side} by ${side} m, and this area takes ${parts.length}. Draw the place of the danger only, without holes; or file a calamity for each piece.`
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/geometry', code: 'CALAMITY_NOT_ONE', message }],
  })
}
