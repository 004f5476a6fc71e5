/** The price list of the operator of the installation: from which day on a notification costs what. */
import { PRICE_CENTS } from '../../../../server/features/vocabulary.ts'
import { useLocale } from '../../../locale.tsx'
import { DayField } from '../../../ui/DayField.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { ActButton, IconButton } from '../../../ui/parts.tsx'
import { MoneyField, ServersOwn } from './fields.tsx'
import { useSettingsForm } from './SettingsForm.tsx'

const PATH = 'billing.prices'

/** As it is being typed: a day may be empty, an amount no number yet. */
interface Row {
  from: string
  until: string | null
  cents: unknown
}

const dayBefore = (day: string): string | null =>
  day ? new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10) : null

/** A price ends where the next begins: only beginnings are asked for. */
const followed = (rows: readonly Pick<Row, 'from' | 'cents'>[]): Row[] =>
  rows.map(({ from, cents }, index) => {
    const next = rows[index + 1]
    return { from, until: next ? dayBefore(next.from) : null, cents }
  })

const anyDay = (): null => null

export const PriceList = () => {
  const { t, euros } = useLocale()
  const form = useSettingsForm()
  const usual = euros(String(PRICE_CENTS / 100))
  const rows = (form.valueAt(PATH) as Row[] | null) ?? []
  const change = (next: readonly Pick<Row, 'from' | 'cents'>[]) =>
    form.set(PATH, next.length === 0 ? null : followed(next))
  const put = (index: number, part: Partial<Row>) => change(rows.with(index, { ...rows[index]!, ...part }))
  return (
    <ServersOwn path={PATH} label={t('billing.prices')}>
      <details className="block price-list">
        <summary>{t('billing.prices')}</summary>
        <p className="quiet">{t('billing.pricesWhy')}</p>
        <p>
          {rows.length === 0 ? t('billing.pricesNone', { euros: usual }) : t('billing.pricesBefore', { euros: usual })}
        </p>
        <ol>
          {rows.map((row, index) => {
            // Only beginnings are asked for: where the one above would have to end before it begins, this one is at fault.
            const fault = form.problemAt(`${PATH}/${index}/from`) ?? form.problemAt(`${PATH}/${index - 1}/until`)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its day is being typed
              <li key={index} className="row" data-invalid={fault ? true : undefined}>
                <DayField
                  label={t('billing.priceFrom')}
                  value={row.from}
                  onChange={(from) => put(index, { from })}
                  faultOf={anyDay}
                />
                <MoneyField
                  label={t('billing.priceEach')}
                  value={row.cents}
                  onChange={(cents) => put(index, { cents })}
                  problem={form.problemAt(`${PATH}/${index}/cents`)}
                />
                <IconButton
                  label={t('billing.priceRemove', { no: index + 1 })}
                  onPress={() => change(rows.toSpliced(index, 1))}
                >
                  <TrashIcon />
                </IconButton>
                {fault ? <p className="field-error">{fault}</p> : null}
              </li>
            )
          })}
        </ol>
        <ActButton onPress={() => change([...rows, { from: '', cents: '' }])}>{t('billing.priceAdd')}</ActButton>
      </details>
    </ServersOwn>
  )
}
