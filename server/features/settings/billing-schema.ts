/** What the operator of the installation sets about money: prices, and the login that files for those who pay by invoice. */
import { z } from 'zod'
import { fromWire } from '../../platform/http/names.ts'
import type { StoredCredentials } from '../../registry/client/connection-test.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import { Organisation } from '../../registry/orders/party-schema.ts'
import {
  KADASTER_TARIFF,
  type KadasterTariff as KadasterTariffSetting,
  MAX_PRICE_PERIODS,
  type PricePeriod,
  priceListFault,
} from '../../registry/prices.ts'
import { Day } from '../http/common-schema.ts'
import { MachineCredentials } from './registry-schema.ts'
import type { Provider as ProviderSetting } from './settings.ts'

export const RelationNumber = z
  .string()
  .regex(/^\d{1,10}$/, 'must be at most ten digits')
  .transform((digits) => digits.padStart(10, '0'))

/** As applicant it needs all that the registry asks: a company could not add a missing field itself. */
export const Provider = z
  .strictObject({ relation_number: RelationNumber, organisation: Organisation })
  .refine(({ organisation: { address } }) => address.country !== 'NLD' || address.bag_id !== null, {
    message: 'A Dutch address needs its BAG id (number designation, 16 digits).',
    path: ['organisation', 'address', 'bag_id'],
  })

export const PriceList = z
  .array(
    z.strictObject({
      from: Day,
      until: Day.nullable(),
      cents: z.int().min(0).max(1_000_000).meta({ description: 'Of one notification, excluding VAT' }),
    }),
  )
  .min(1)
  .max(MAX_PRICE_PERIODS)
  .superRefine((list, context) => {
    const fault = priceListFault(list)
    if (fault) context.addIssue({ code: 'custom', message: fault.message, path: [fault.index, 'until'] })
  })

export const KadasterTariff = z.strictObject({
  cents: z.int().min(0).max(1_000_000).meta({ description: 'Of one notification, exempt from VAT' }),
  from: Day.meta({ description: 'The first Dutch calendar day it holds' }),
  source: z.string().min(1).max(200).meta({ description: 'Where Kadaster published it' }),
})

/** The file that KLIC_BILLING_FILE names. */
const BillingFile = z.strictObject({
  prices: PriceList.nullable().default(null),
  kadaster_tariff: KadasterTariff.default(KADASTER_TARIFF),
  provider: Provider.nullable().default(null),
  credentials: z.strictObject({ eto: MachineCredentials, production: MachineCredentials }).partial().default({}),
})

export interface Billing {
  prices: PricePeriod[] | null
  kadasterTariff: KadasterTariffSetting
  provider: ProviderSetting | null
  credentials: Partial<Record<RegistryEnvironment, StoredCredentials>>
}

/** @param text JSON. @throws Error in words for the author of the file; without anything secret */
export function readBilling(text: string): Billing {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it holds no JSON.')
  }
  const result = BillingFile.safeParse(value)
  if (!result.success) {
    throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; '))
  }
  const { prices, kadaster_tariff: kadasterTariff, provider, credentials } = result.data
  const kept = Object.entries(credentials).map(([environment, given]) => [
    environment,
    { kind: 'client_credentials', certificatePem: null, ...(fromWire(given) as object) },
  ])
  return {
    prices,
    kadasterTariff,
    provider: fromWire(provider) as ProviderSetting | null,
    credentials: Object.fromEntries(kept),
  }
}
