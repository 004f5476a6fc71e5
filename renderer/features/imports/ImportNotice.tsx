/** Below the left panel: that deliveries are being read, what became of each, and what was wrong with them. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocale } from '../../locale.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { IconButton, ProblemBox } from '../../ui/parts.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import type { Imports } from './use-imports.ts'

/** A folder can hold thousands of files that belong to no delivery; what became of deliveries comes first. */
const MAX_SAID = 20

/** Good news leaves by itself, unless it is pointed at. */
const GOOD_NEWS_MS = 8000
const isGood = ({ outcome }: { outcome: string }): boolean => outcome !== 'refused' && outcome !== 'not_read'

export const ImportNotice = ({ imports: { reading, told, error, plan, confirm, forget } }: { imports: Imports }) => {
  const { t } = useLocale()
  const box = useRef<HTMLElement>(null)
  const isAllGood = told?.every(isGood) === true
  const leave = useEffectEvent(() => {
    if (!box.current?.matches(':hover, :focus-within')) forget()
  })
  useEffect(() => {
    if (!isAllGood) return
    const leaving = setInterval(leave, GOOD_NEWS_MS)
    return () => clearInterval(leaving)
  }, [isAllGood])
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
  if (!told && !error) return null
  const said = told ?? []
  const isNothing = said.every(({ outcome }) => outcome === 'refused')
  return (
    <section ref={box} className="import-notice" role={isAllGood ? 'status' : 'alert'}>
      <header className="row spread">
        <strong>{isNothing ? t('imports.nothing') : t('imports.title')}</strong>
        <IconButton label={t('close')} onPress={forget}>
          <CloseIcon />
        </IconButton>
      </header>
      {error ? <ProblemBox error={error} /> : null}
      <ul>
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
