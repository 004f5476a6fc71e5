/** Who is billed, and the most that may be spent in a day. */
import { useSpeech } from '../../i18n/words.tsx'
import { KindRow, MoneyRow, TextRow } from './form/fields.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'

export const BillingSection = () => {
  const { words } = useSpeech()
  const { billing } = words
  return (
    <SettingsForm section="billing">
      <p>{billing.why}</p>
      <KindRow
        path="billing.mode"
        label={billing.mode}
        kinds={(['relation_number', 'invoice'] as const).map((value) => ({ value, ...billing.modes[value] }))}
      />
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
    </SettingsForm>
  )
}
