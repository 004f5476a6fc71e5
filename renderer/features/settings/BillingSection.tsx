/** Who is billed, and the most that may be spent in a day. */
import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../server/features/settings/schema.ts'
import { useLocale } from '../../locale.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { settingsQuery } from './api.ts'
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
  const { t } = useLocale()
  const saved = useQuery(settingsQuery).data
  if (useSettingsForm().valueAt('billing.mode') !== 'invoice' || !saved) return null
  const provider = (saved satisfies Settings)['billing.provider'] as Provider | null
  return (
    <p role="status">
      {provider
        ? t('billing.invoiceBy', { name: provider.organisation.name, number: provider.relation_number })
        : t('billing.invoiceMissing')}
    </p>
  )
}

const ProviderFields = () => {
  const { t } = useLocale()
  return (
    <ServersOwn path="billing.provider" label={t('billing.provider')}>
      <details className="block">
        <summary>{t('billing.provider')}</summary>
        <p className="quiet">{t('billing.providerWhy')}</p>
        <TextRow
          path="billing.provider/relation_number"
          label={`${t('billing.relationNumber')}: ${t('billing.provider')}`}
          hint={t('billing.relationHint')}
          inputMode="numeric"
        />
        <OrganisationFields path="billing.provider/organisation" />
      </details>
    </ServersOwn>
  )
}

const TARIFF = 'billing.kadaster_tariff'

const TariffFields = () => {
  const { t } = useLocale()
  const form = useSettingsForm()
  return (
    <ServersOwn path={TARIFF} label={t('billing.tariff')}>
      <details className="block">
        <summary>{t('billing.tariff')}</summary>
        <p className="quiet">{t('billing.tariffWhy')}</p>
        <MoneyRow path={`${TARIFF}/cents`} label={t('billing.tariffEach')} />
        <DayField
          label={t('billing.priceFrom')}
          value={String(form.valueAt(`${TARIFF}/from`) ?? '')}
          onChange={(from) => form.set(`${TARIFF}/from`, from)}
          faultOf={() => form.problemAt(`${TARIFF}/from`) ?? null}
        />
        <TextRow path={`${TARIFF}/source`} label={t('billing.tariffSource')} />
      </details>
    </ServersOwn>
  )
}

export const BillingSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  return (
    <>
      <SettingsForm section="billing">
        <p>{t('billing.why')}</p>
        <KindRow
          path="billing.mode"
          label={t('billing.mode')}
          kinds={(['relation_number', 'invoice'] as const).map((value) => ({
            value,
            name: t(`billing.modes.${value}.name`),
            what: t(`billing.modes.${value}.what`),
          }))}
        />
        <InvoiceState />
        <TextRow
          path="billing.relation_number"
          label={t('billing.relationNumber')}
          hint={t('billing.relationHint')}
          empty={null}
          inputMode="numeric"
        />
        <div className="fields halves">
          <TextRow path="billing.invoice_reference" label={t('billing.invoiceReference')} empty={null} />
          <TextRow path="billing.purchase_number" label={t('billing.purchaseNumber')} empty={null} />
        </div>
        <p className="quiet">{t('billing.eInvoicing')}</p>
        <MoneyRow path="billing.daily_limit_cents" label={t('billing.limit')} hint={t('billing.limitHint')} />
        <PriceList />
        <TariffFields />
        <ProviderFields />
      </SettingsForm>
      {session.operator_sets.includes('billing.provider') ? null : (
        <details className="block">
          <summary>{t('billing.providerLogin')}</summary>
          <CredentialsBox environment={session.environment === 'production' ? 'production' : 'eto'} usedFor="invoice" />
        </details>
      )}
    </>
  )
}
