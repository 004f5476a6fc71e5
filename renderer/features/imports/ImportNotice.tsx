/** Over the map: that deliveries are being read, what became of each, and what was wrong with them. */
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { IconButton, ProblemBox } from '../../ui/parts.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import type { Imports } from './use-imports.ts'

/** A folder can hold thousands of files that belong to no delivery; what became of deliveries comes first. */
const MAX_SAID = 20

export const ImportNotice = ({ imports: { reading, told, error, plan, confirm, forget } }: { imports: Imports }) => {
  const { t } = useLocale()
  if (reading !== null) {
    return (
      <p className="import-notice" role="status">
        {typeof reading === 'number'
          ? t('imports.readingFiles', { n: reading })
          : t('imports.reading', { name: reading })}
      </p>
    )
  }
  if (plan) {
    const key = plan.flatMap(({ klic_numbers }) => klic_numbers).join(' ')
    return <ImportPlan key={key} jobs={plan} confirm={confirm} cancel={forget} />
  }
  const refused =
    error instanceof ApiError
      ? (error.detail?.errors ?? []).flatMap(({ code }) => t.find(`imports.fault.${code}`) ?? [])
      : []
  if (!told && !error) return null
  const said = told ?? []
  return (
    <section className="import-notice" role={error ? 'alert' : 'status'}>
      <header className="row spread">
        <strong>{error ? t('imports.nothing') : t('imports.title')}</strong>
        <IconButton label={t('close')} onPress={forget}>
          <CloseIcon />
        </IconButton>
      </header>
      {error && refused.length === 0 ? <ProblemBox error={error} /> : null}
      <ul>
        {refused.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {said.slice(0, MAX_SAID).map(({ name, outcome, klic_number, fault }) => (
          <li key={name + outcome}>
            {klic_number ?? name}: {fault ? t(`imports.fault.${fault}`) : t(`imports.outcome.${outcome}`)}
          </li>
        ))}
        {said.length > MAX_SAID ? <li>{t('imports.more', { count: said.length - MAX_SAID })}</li> : null}
      </ul>
    </section>
  )
}
