/** What the registry says of an order, as it is kept: in our words where we have one, and with the part that it is about. */
import { locate } from '../../../registry/order-body.ts'
import type { RegistryMessage } from '../../../registry/types.ts'
import type { PartRow } from '../tables.ts'

/** As the contract shows them; the pointer is in our words where we have one. */
const wireMessage = (message: RegistryMessage) => ({
  severity: message.severity,
  code: message.code,
  message: message.text,
  pointer: locate(message.pointer).field ?? message.pointer,
})

export const messagesJson = (messages: readonly RegistryMessage[]): string => JSON.stringify(messages.map(wireMessage))

/** Messages that name a request go to its part; those about the whole order stay with the job, unless it has one part. */
export function byPart(parts: readonly PartRow[], messages: readonly RegistryMessage[]): Map<string, string> {
  const result = new Map<string, string>()
  parts.forEach((part, index) => {
    const own = messages.filter(({ pointer, severity }) => {
      const of = locate(pointer).part
      return of === index || (of === null && severity === 'WARNING' && parts.length === 1)
    })
    result.set(part.id, messagesJson(own))
  })
  return result
}
