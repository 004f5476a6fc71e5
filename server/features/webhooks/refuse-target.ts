/** A web hook that is sure to be refused at every try is refused when it is given; a name is judged when it is called. */
import { Refusal } from '../../platform/refusal.ts'
import type { Needs } from '../needs.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { isPrivateLiteral } from './target-url.ts'

/** Whether events may go to loopback and private addresses: as it is set, else as it is usual here. */
export const allowsPrivate = (
  settings: Pick<CompanySettings, 'webhooks.allow_private'>,
  { isLocal }: Pick<Needs, 'isLocal'>,
): boolean => settings['webhooks.allow_private'] ?? isLocal

/** @param pointer where the URL stands in what was sent; @throws Refusal VALIDATION_FAILED */
export function refusePrivateTarget(url: string | null | undefined, pointer: string, isAllowed: boolean): void {
  if (!url || isAllowed || !isPrivateLiteral(url)) return
  const message =
    'Events go to loopback and private addresses only where the setting webhooks.allow_private says so. Give an address on the internet, or ask the operator of this server to allow it.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer, code: 'PRIVATE_ADDRESS', message, setting: 'webhooks.allow_private' }],
  })
}
