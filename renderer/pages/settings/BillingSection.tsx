/** Who is billed, and the most that may be spent in a day. */
import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../server/contract/settings.ts'
import { settingsQuery } from '../../api/settings.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { CredentialsBox } from './CredentialsBox.tsx'
import { KindRow, MoneyRow, ServersOwn, TextRow } from './form/fields.tsx'
import { OrganisationFields } from './form/groups.tsx'
import { PriceList } from './form/PriceList.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'
import type { SectionProps } from './section.ts'

interface Provider {
  relation_number: string
  organisation: { name: string }
}

/** Whether paying by invoice is arranged, and by whom; said when it is chosen. */
const InvoiceState = () => {
  const { billing } = useSpeech().words
  const saved = useQuery(settingsQuery).data
  if (useSettingsForm().valueAt('billing.mode') !== 'invoice' || !saved) return null
  const provider = (saved satisfies Settings)['billing.provider'] as Provider | null
  return (
    <p role="status">
      {provider ? billing.invoiceBy(provider.organisation.name, provider.relation_number) : billing.invoiceMissing}
    </p>
  )
}

const ProviderFields = () => {
  const { billing } = useSpeech().words
  return (
    <ServersOwn path="billing.provider" label={billing.provider}>
      <details className="block">
        <summary>{billing.provider}</summary>
        <p className="quiet">{billing.providerWhy}</p>
        <TextRow
          path="billing.provider/relation_number"
          label={`${billing.relationNumber}: ${billing.provider}`}
          hint={billing.relationHint}
          inputMode="numeric"
        />
        <OrganisationFields path="billing.provider/organisation" />
      </details>
    </ServersOwn>
  )
}

const TARIFF = 'billing.kadaster_tariff'

const TariffFields = () => {
  const { billing } = useSpeech().words
  const form = useSettingsForm()
  return (
    <ServersOwn path={TARIFF} label={billing.tariff}>
      <details className="block">
        <summary>{billing.tariff}</summary>
        <p className="quiet">{billing.tariffWhy}</p>
        <MoneyRow path={`${TARIFF}/cents`} label={billing.tariffEach} />
        <DayField
          label={billing.priceFrom}
          value={String(form.valueAt(`${TARIFF}/from`) ?? '')}
          onChange={(from) => form.set(`${TARIFF}/from`, from)}
          faultOf={() => form.problemAt(`${TARIFF}/from`) ?? null}
        />
        <TextRow path={`${TARIFF}/source`} label={billing.tariffSource} />
      </details>
    </ServersOwn>
  )
}

export const BillingSection = ({ session }: SectionProps) => {
  const { words } = useSpeech()
  const { billing } = words
  return (
    <>
      <SettingsForm section="billing">
        <p>{billing.why}</p>
        <KindRow
          path="billing.mode"
          label={billing.mode}
          kinds={(['relation_number', 'invoice'] as const).map((value) => ({ value, ...billing.modes[value] }))}
        />
        <InvoiceState />
        <TextRow
          path="billing.relation_number"
          label={billing.relationNumber}
          hint={billing.relationHint}
          empty={null}
          inputMode="numeric"
        />
        <div className="fields halves">
          <TextRow path="billing.invoice_reference" label={billing.invoiceReference} empty={null} />
          <TextRow path="billing.purchase_number" label={billing.purchaseNumber} empty={null} />
        </div>
        <p className="quiet">{billing.eInvoicing}</p>
        <MoneyRow path="billing.daily_limit_cents" label={billing.limit} hint={billing.limitHint} />
        <PriceList />
        <TariffFields />
        <ProviderFields />
      </SettingsForm>
      {session.operator_sets.includes('billing.provider') ? null : (
        <details className="block">
          <summary>{billing.providerLogin}</summary>
          <CredentialsBox current={session.environment} usedFor="invoice" />
        </details>
      )}
    </>
  )
}
