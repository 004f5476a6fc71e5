/**
 * The company's settings on the wire, one schema for each name; a setting without a schema does not compile. What is
 * secret, or written by the program itself, has no schema: it is neither shown nor taken.
 */
import { z } from 'zod'
import { allowedOrigin, MAX_ORIGINS, ORIGIN_LENGTH } from '../../platform/http/origins.ts'
import type { Route } from '../../platform/http/route.ts'
import { LEAST_DELIVERY_DAYS, LEAST_RESULT_DAYS } from '../../platform/storage/retention.ts'
import { HOST_LENGTH, isRegistryUrl, MAX_HOSTS, registryHost } from '../../registry/client/registry-hosts.ts'
import { DIG_FIGURES, type DigRules } from '../../registry/dig-rules.ts'
import { REGISTRY_ENVIRONMENTS } from '../../registry/klic.ts'
import { KINDS_OF_WORK } from '../../registry/orders/kinds-of-work.ts'
import { Contact, Organisation, PostalAddress } from '../../registry/orders/party-schema.ts'
import { DIG_DEPTHS, DIG_METHODS } from '../../registry/orders/standards.ts'
import { WebhookUrl } from '../http/common-schema.ts'
import { KadasterTariff, PriceList, Provider, RelationNumber } from './billing-schema.ts'
import type { SettingName } from './settings.ts'

const Works = z.array(z.enum(KINDS_OF_WORK)).max(6)

const AllowedOrigins = z
  .array(z.string().max(ORIGIN_LENGTH))
  .max(MAX_ORIGINS)
  .refine((list) => list.every((each) => allowedOrigin(each) !== undefined), {
    error:
      'Each is an origin, https://gis.example, without a path; http is for this computer only, http://localhost:5173.',
  })
  .transform((list) => [...new Set(list.map((each) => allowedOrigin(each)!))])

const RegistryHosts = z
  .array(z.string().max(HOST_LENGTH))
  .max(MAX_HOSTS)
  .refine((list) => list.every((each) => registryHost(each) !== undefined), {
    error: 'Each is the name of a host alone, gds.kadaster.nl, without https:// and without a path.',
  })
  .transform((list) => [...new Set(list.map((each) => registryHost(each)!))])

/** Only this registry's address: our token goes along. */
const SafetyAreasUrl = z
  .string()
  .max(500)
  .refine(isRegistryUrl, { error: 'An address below kadaster.nl that begins with https://, as Kadaster gave it.' })

/** Written by the program itself, set elsewhere, or never to leave it. */
type Hidden = 'office.url' | 'webhooks.secrets' | 'webhooks.gone' | 'simulator.time_factor'

/** As strict as is usual, or stricter. */
const asStrict = (rule: keyof DigRules) => {
  const { usual, strictest } = DIG_FIGURES[rule]
  return z.int().min(Math.min(usual, strictest)).max(Math.max(usual, strictest))
}

const SCHEMAS = {
  'registry.environment': z.enum(REGISTRY_ENVIRONMENTS),
  'people.desk_name': z.string().trim().min(1).max(100).nullable(),
  'registry.ca_file': z.string().min(1).max(1000).nullable(),
  'registry.hosts': RegistryHosts,
  'registry.safety_areas_url': SafetyAreasUrl.nullable(),
  'registry.organisation': Organisation.nullable(),
  'registry.contact': Contact.nullable(),
  'registry.extra_contact': Contact.nullable(),
  'registry.works.orient': Works,
  'registry.works.graaf': Works,
  'registry.version_3_from': z.iso.date().nullable(),
  'registry.works.methods': z
    .array(z.enum(DIG_METHODS))
    .max(DIG_METHODS.length)
    .transform((list) => [...new Set(list)]),
  'registry.works.depth': z.enum(DIG_DEPTHS).nullable(),
  'registry.principal': z.union([z.literal('own'), z.strictObject({ organisation: Organisation, contact: Contact })]),
  'registry.has_all_addresses': z.boolean(),
  'registry.graaf_duration_days': z.int().min(1).max(365),
  'registry.default_location': PostalAddress.nullable(),
  'registry.address_lookup': z.boolean(),
  'billing.mode': z.enum(['relation_number', 'invoice']).nullable(),
  'billing.relation_number': RelationNumber.nullable(),
  'billing.provider': Provider.nullable(),
  'billing.prices': PriceList.nullable(),
  'billing.kadaster_tariff': KadasterTariff,
  'billing.invoice_reference': z.string().max(35).nullable(),
  'billing.purchase_number': z.string().max(35).nullable(),
  'billing.daily_limit_cents': z.int().min(0).max(999_999_999).nullable(),
  'digging.wait_working_days': asStrict('digging.wait_working_days'),
  'digging.start_within_working_days': asStrict('digging.start_within_working_days'),
  'digging.contact_working_days': asStrict('digging.contact_working_days'),
  'digging.presence_working_days': asStrict('digging.presence_working_days'),
  'exports.shp_at_once': z.boolean(),
  'storage.keep_results_days': z.int().min(LEAST_RESULT_DAYS).max(36_500).nullable(),
  'storage.keep_deliveries_days': z.int().min(LEAST_DELIVERY_DAYS).max(36_500).nullable(),
  'storage.quota_gb': z.int().min(1).max(1_000_000).nullable(),
  'webhooks.company_url': WebhookUrl.nullable(),
  'webhooks.allow_private': z.boolean().nullable(),
  'api.requests_per_minute': z.int().min(1).max(100_000),
  'api.allowed_origins': AllowedOrigins,
  'maps.offline_file': z.string().min(1).max(1000).nullable(),
  'mcp.enabled': z.boolean(),
} as const satisfies Record<Exclude<SettingName, Hidden>, z.ZodType>

export type ShownSetting = keyof typeof SCHEMAS
export const SHOWN_SETTINGS = Object.keys(SCHEMAS) as ShownSetting[]

/** All that may be seen. Values that an older version stored are shown as they are, so the shape is not judged here. */
export const Settings = z.object(
  Object.fromEntries(SHOWN_SETTINGS.map((name) => [name, z.unknown()])) as Record<ShownSetting, z.ZodUnknown>,
)
export type Settings = z.infer<typeof Settings>

/** What is left out stays as it is. */
export const SettingsInput = z.strictObject(SCHEMAS).partial()
export type SettingsInput = z.output<typeof SettingsInput>

/** People sign in there: https, or this very computer. @returns what is wrong, in words */
function officeComplaint(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://klic.office.example'
  const { protocol, hostname, username, search, hash } = new URL(text)
  if (username || search || hash) return 'must hold no user, question mark or hash'
  if (protocol === 'https:') return undefined
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return protocol === 'http:' && isHere ? undefined : 'must begin with https://, because people sign in there'
}

/** Of a desktop whose office runs a server: where that is. */
export const Office = z.object({ url: z.string().nullable() })
export type Office = z.infer<typeof Office>

const OfficeInput = z.strictObject({
  url: z
    .string()
    .max(500)
    .refine((url) => officeComplaint(url) === undefined, { error: ({ input }) => officeComplaint(String(input)) })
    .nullable(),
})

export const SETTINGS_ROUTES = {
  getSettings: {
    method: 'get',
    path: '/settings',
    permission: 'admin',
    summary: "The company's settings, without what is secret",
    responses: { 200: Settings },
  },
  putSettings: {
    method: 'put',
    path: '/settings',
    permission: 'admin',
    summary: 'Change settings: all that are named or, when one is not right, none',
    body: SettingsInput,
    responses: { 200: Settings },
  },
  getOffice: {
    method: 'get',
    path: '/office',
    permission: 'read',
    summary: "The address of the office's server",
    responses: { 200: Office },
  },
  putOffice: {
    method: 'put',
    path: '/office',
    permission: 'admin',
    summary: "Set the address of the office's server; null: none",
    body: OfficeInput,
    responses: { 200: Office },
  },
} as const satisfies Record<string, Route>
