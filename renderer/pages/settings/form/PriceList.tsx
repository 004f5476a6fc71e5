/** The price list of whoever runs the installation: from which day on a notification costs what. */
import { useSpeech } from '../../../i18n/words.tsx'
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
  const { words, euros } = useSpeech()
  const { billing } = words
  const form = useSettingsForm()
  const rows = (form.valueAt(PATH) as Row[] | null) ?? []
  const change = (next: readonly Pick<Row, 'from' | 'cents'>[]) =>
    form.set(PATH, next.length === 0 ? null : followed(next))
  const put = (index: number, part: Partial<Row>) => change(rows.with(index, { ...rows[index]!, ...part }))
  return (
    <ServersOwn path={PATH} label={billing.prices}>
      <details className="block price-list">
        <summary>{billing.prices}</summary>
        <p className="quiet">{billing.pricesWhy}</p>
        {rows.length === 0 ? <p>{billing.pricesNone(euros('39.95'))}</p> : null}
        <ol>
          {rows.map((row, index) => {
            const [begins, ends] = [form.problemAt(`${PATH}/${index}/from`), form.problemAt(`${PATH}/${index}/until`)]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its day is being typed
              <li key={index} className="row">
                <DayField
                  label={billing.priceFrom}
                  value={row.from}
                  onChange={(from) => put(index, { from })}
                  faultOf={anyDay}
                />
                <MoneyField
                  label={billing.priceEach}
                  value={row.cents}
                  onChange={(cents) => put(index, { cents })}
                  problem={form.problemAt(`${PATH}/${index}/cents`)}
                />
                <IconButton label={billing.priceRemove(index + 1)} onPress={() => change(rows.toSpliced(index, 1))}>
                  <TrashIcon />
                </IconButton>
                {(begins ?? ends) ? (
                  <p className="field-error" data-invalid>
                    {begins ?? ends}
                  </p>
                ) : null}
              </li>
            )
          })}
        </ol>
        <ActButton onPress={() => change([...rows, { from: '', cents: '' }])}>{billing.priceAdd}</ActButton>
      </details>
    </ServersOwn>
  )
}
