/**
 * Who pays for what is filed, and how: through the company's own customer number at the registry (relation number), which
 * the registry bills by its own tariff; or by an invoice of the installation's operator, who then files with a login of
 * its own. Source: Kadaster KLIC B2B, the scenarios for service providers and for diggers.
 */

import type { BilledBy } from '../../registry/klic.ts'
import { relationNumber } from '../../registry/orders/notification.ts'
import type { CompanySettings } from './settings.ts'

type BillingSettings = Pick<CompanySettings, 'billing.mode' | 'billing.relation_number' | 'billing.provider'>

/** The company's own customer number, ten digits; null: it has none. */
export const ownRelationNumber = (settings: BillingSettings): string | null =>
  relationNumber(settings['billing.relation_number'] ?? '')

/** Who would bill what is filed now; null: nothing is arranged. */
export const billedBy = (settings: BillingSettings): BilledBy | null => {
  if (settings['billing.mode'] === 'invoice') return settings['billing.provider'] ? 'invoice' : null
  return ownRelationNumber(settings) === null ? null : 'kadaster'
}

/** Whether the party that files for others is itself the applicant, because the company has no number of its own. */
export const isProviderApplicant = (settings: BillingSettings, by: BilledBy): boolean =>
  by === 'invoice' && ownRelationNumber(settings) === null

/** What is to be done before anything can be filed, in words for people; undefined: it is arranged. */
export const billingProblem = (settings: BillingSettings): string | undefined => {
  if (billedBy(settings) !== null) return undefined
  if (settings['billing.mode'] === 'invoice') {
    return 'Paying by invoice is not arranged on this server: its operator has entered no relation number of its own to file with (setting billing.provider). Ask for that, or enter your own relation number (settings billing.mode and billing.relation_number).'
  }
  return 'There is no invoice arrangement and no relation number of your own. Fill the settings billing.mode and billing.relation_number.'
}
