/** What the area costs now in one line; how it is made up, and what a grid would cost, in a fold. */
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import { useLocale } from '../../locale.tsx'
import { WarningList } from '../../ui/WarningList.tsx'

const cents = (amount: string): number => Math.round(Number(amount) * 100)

export const PriceCard = ({ preview, isFresh }: { preview: Preview | undefined; isFresh: boolean }) => {
  const { t, euros, surface, day } = useLocale()
  if (!preview)
    return (
      <section className="price" aria-busy="true" aria-label={t('area.priceTitle')}>
        <p className="quiet">{t('area.checking')}</p>
      </section>
    )
  const { quote } = preview
  const isSaving = cents(quote.saved.amount) > 0
  const isFewest = quote.notifications === quote.lower_bound
  return (
    <section className="price" aria-busy={!isFresh} aria-live="polite" aria-label={t('area.priceTitle')}>
      <details className="price-why">
        <summary>
          <strong>{euros(quote.total.amount)}</strong>
          <span>
            {t('jobs.parts', { n: quote.notifications })}, {t('area.vat')}
          </span>
          <span className="why">{t('area.why')}</span>
        </summary>
        <p>
          {t('area.surface')} {surface(preview.area_m2)}
        </p>
        <p>{t('area.total', { n: quote.notifications, each: euros(quote.price_per_notification.amount) })}</p>
        {isSaving ? <p className="saving">{t('area.saved', { sum: euros(quote.saved.amount) })}</p> : null}
        {quote.billed_by ? <p>{t(`billedBy.${quote.billed_by}`)}</p> : null}
        {isSaving || isFewest ? (
          <p>
            {isSaving ? `${t('area.plainGrid', { grid: quote.plain_grid })} ` : ''}
            {isFewest ? t('area.fewest') : ''}
          </p>
        ) : null}
        {quote.extra_area_m2 >= 1 ? <p>{t('area.extraArea', { area: surface(quote.extra_area_m2) })}</p> : null}
      </details>
      {quote.kadaster_tariff ? (
        <p className="tariff">
          <strong>{euros(quote.kadaster_tariff.total.amount)}</strong>
          <span>{t('area.tariff', { from: day(quote.kadaster_tariff.from) })}</span>
        </p>
      ) : null}
      {quote.rules_cost > 0 ? (
        <p className="quiet">
          {t('area.rules.total', {
            n: quote.rules_cost,
            sum: euros(((quote.rules_cost * cents(quote.price_per_notification.amount)) / 100).toFixed(2)),
          })}
        </p>
      ) : null}
      {preview.warnings.length > 0 ? <WarningList warnings={preview.warnings} canChange /> : null}
    </section>
  )
}
