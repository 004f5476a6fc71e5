/**
 * What a company has set, by name, with the value after installation. The registry demands most of it with every
 * notification; what is missing at submission is refused with the name of the setting, before anything is filed.
 * Source of the names and defaults: decisions D1 to D20 of the registry reference.
 */
import type { z } from 'zod'
import type { FromWire } from '../../platform/http/wire.ts'
import { type DigRules, USUAL_DIG_RULES } from '../../registry/dig-rules.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type * as party from '../../registry/orders/party-schema.ts'
import type { DigDepth, DigMethod } from '../../registry/orders/standards.ts'
import { KADASTER_TARIFF, type KadasterTariff, type PricePeriod } from '../../registry/prices.ts'

export type Contact = z.output<typeof party.Contact>

/** Dutch unless `country` says otherwise. An organisation's bagId is that of a number designation (digits 5-6: 20). */
export type PostalAddress = FromWire<typeof party.PostalAddress>

export type Organisation = FromWire<typeof party.Organisation>

export interface PrincipalSetting {
  organisation: Organisation
  contact: Contact
}

/**
 * The operator of the installation, who files for companies that pay by invoice with a login of its own ("service provider"
 * in the words of the registry). Where such a company has no customer number, this party is the applicant.
 */
export interface Provider {
  /** Ten digits, its own customer number at the registry. */
  relationNumber: string
  organisation: Organisation
}

/** A key that signs events; the newest has no end, a former one is valid until its own. */
export interface WebhookSecret {
  /** `whsec_<base64>`, as Standard Webhooks spells it. */
  secret: string
  /** Random text that the Ed25519 key is made of. Of its own, since receivers know the secret; absent in an old row. */
  seed?: string
  createdAt: string
  expiresAt: string | null
}

export interface CompanySettings extends DigRules {
  'registry.environment': RegistryEnvironment
  /** Under which name the person at the desk stands in logs; null: that of the user of this computer. */
  'people.desk_name': string | null
  /** File with further certificate authorities (PEM) that are trusted beside the system's; null: none. */
  'registry.ca_file': string | null
  /** Hosts beside the known ones that the registry may send us to; see registry/client/endpoints.ts. */
  'registry.hosts': string[]
  /** Where the registry lists the safety areas, as it told those to whom it grants that; null: nobody has. */
  'registry.safety_areas_url': string | null
  'registry.organisation': Organisation | null
  'registry.contact': Contact | null
  'registry.extra_contact': Contact | null
  /** SoortWerkzaamhedenValue, 1 to 6; no silent default outside the simulator, because precautions depend on it. */
  'registry.works.orient': string[]
  'registry.works.graaf': string[]
  /** From this Dutch day on orders are in version 3 of the standards (registry/orders/standards.ts); null: none is. */
  'registry.version_3_from': string | null
  /** How and how deep is usually dug: version 3 asks for it with the works. */
  'registry.works.methods': DigMethod[]
  'registry.works.depth': DigDepth | null
  /** 'own': the applicant is also the client of the works. */
  'registry.principal': 'own' | PrincipalSetting
  /** A GRAAF asks for the house connection sketches of every address inside its area. */
  'registry.has_all_addresses': boolean
  'registry.graaf_duration_days': number
  /** Address given with a notification that names none; null outside the simulator means: refuse the submission. */
  'registry.default_location': PostalAddress | null
  /** Whether the public register of addresses may be asked over the internet. */
  'registry.address_lookup': boolean
  'billing.mode': 'relation_number' | 'invoice' | null
  /** Ten digits, the company's customer number at the registry. */
  'billing.relation_number': string | null
  /** Without one nobody can pay by invoice. */
  'billing.provider': Provider | null
  /** null: the price of the product. See registry/prices.ts */
  'billing.prices': PricePeriod[] | null
  /** For companies that file under their own relation number. */
  'billing.kadaster_tariff': KadasterTariff
  'billing.invoice_reference': string | null
  'billing.purchase_number': string | null
  'exports.shp_at_once': boolean
  /** After a job was ready; null: no bound. See platform/storage/retention.ts */
  'storage.keep_results_days': number | null
  'storage.keep_deliveries_days': number | null
  /** Room for all files of the company; null: as much as there is. */
  'storage.quota_gb': number | null
  'webhooks.company_url': string | null
  /** Loopback and private addresses as targets; null: as it is usual here, yes on a desktop and no elsewhere. */
  'webhooks.allow_private': boolean | null
  /** Newest first; made when the first is needed. Never shown among the settings. */
  'webhooks.secrets': WebhookSecret[]
  /** The company URL that answered 410: it is told nothing more until it is set anew. */
  'webhooks.gone': { url: string; at: string } | null
  /** What may be spent at the registry in a Dutch calendar day, in cents; null: no limit. */
  'billing.daily_limit_cents': number | null
  /** Address of the office's server, which the window opens. */
  'office.url': string | null
  /** Absolute path of a PMTiles or MBTiles file on the server's computer, shown where there is no network. */
  'maps.offline_file': string | null
  /** The endpoint for AI clients. */
  'mcp.enabled': boolean
  'api.requests_per_minute': number
  /** Origins whose pages may call API v1 with a key, as a browser spells them. See platform/http/origins.ts */
  'api.allowed_origins': string[]
  /** How much faster than the registry the simulator works; above 0. */
  'simulator.time_factor': number
}

export type SettingName = keyof CompanySettings

/**
 * Settings that reach the files and the network of the server itself, and the prices of its operator. On a desktop the user of the
 * computer sets them; on a server for others its operator alone, for all companies.
 */
export const OPERATOR_SETTINGS = [
  'registry.ca_file',
  'registry.hosts',
  'maps.offline_file',
  'webhooks.allow_private',
  'office.url',
  'billing.provider',
  'billing.prices',
  'billing.kadaster_tariff',
  'api.allowed_origins',
] as const satisfies readonly SettingName[]

export type OperatorSettings = Pick<CompanySettings, (typeof OPERATOR_SETTINGS)[number]>

/** @param operator null: the companies decide themselves, as on a desktop */
export const withOperatorSettings = (settings: CompanySettings, operator: OperatorSettings | null): CompanySettings =>
  operator === null ? settings : { ...settings, ...operator }

export const DEFAULT_SETTINGS: CompanySettings = {
  'registry.environment': 'simulator',
  'people.desk_name': null,
  'registry.ca_file': null,
  'registry.hosts': [],
  'registry.safety_areas_url': null,
  'registry.organisation': null,
  'registry.contact': null,
  'registry.extra_contact': null,
  'registry.works.orient': [],
  'registry.works.graaf': [],
  'registry.version_3_from': null,
  'registry.works.methods': [],
  'registry.works.depth': null,
  'registry.principal': 'own',
  'registry.has_all_addresses': false,
  'registry.graaf_duration_days': 10,
  'registry.default_location': null,
  'registry.address_lookup': true,
  'billing.mode': null,
  'billing.relation_number': null,
  'billing.provider': null,
  'billing.prices': null,
  'billing.kadaster_tariff': KADASTER_TARIFF,
  'billing.invoice_reference': null,
  'billing.purchase_number': null,
  ...USUAL_DIG_RULES,
  'exports.shp_at_once': false,
  'storage.keep_results_days': null,
  'storage.keep_deliveries_days': null,
  'storage.quota_gb': null,
  'webhooks.company_url': null,
  'webhooks.allow_private': null,
  'webhooks.secrets': [],
  'webhooks.gone': null,
  'billing.daily_limit_cents': null,
  'office.url': null,
  'maps.offline_file': null,
  'mcp.enabled': false,
  'api.requests_per_minute': 600,
  'api.allowed_origins': [],
  'simulator.time_factor': 60,
}
