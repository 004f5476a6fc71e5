/** How many sheets there will be, how many were left out, and which of them are printed; they lie on the map meanwhile. */
import { ToggleButton } from 'react-aria-components'
import { ApiError } from '../../../api/client.ts'
import { useLocale } from '../../../locale.tsx'
import { ActButton, ProblemBox } from '../../../ui/parts.tsx'
import type { PrintSetup } from './use-print.ts'

const limitOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.detail?.errors?.find(({ code }) => code === 'TOO_MANY_SHEETS')?.limit : undefined

export const SheetChoice = ({ onPaper }: { onPaper: PrintSetup }) => {
  const { t } = useLocale()
  const { sheets, unwanted, leave, isLoading, error, wish } = onPaper
  const tooMany = limitOf(error)
  if (tooMany !== undefined)
    return (
      <p className="field-problem" role="alert">
        {t('print.tooMany', { most: tooMany })}
      </p>
    )
  if (error) return <ProblemBox error={error} />
  if (!sheets) return <p className="quiet">{t('print.counting')}</p>
  const all = sheets.data.map(({ no }) => no)
  const wanted = all.filter((no) => !unwanted.includes(no)).length
  const toggle = (no: number, isIn: boolean) =>
    leave(isIn ? unwanted.filter((other) => other !== no) : [...unwanted, no])
  return (
    <div className="sheet-choice" aria-busy={isLoading}>
      <p role="status">
        <strong>
          {wanted === all.length
            ? t('print.count', { n: all.length })
            : t('print.countOf', { n: wanted, of: all.length })}
        </strong>
        {sheets.left_out.length > 0 ? ` · ${t('print.leftOut', { n: sheets.left_out.length })}` : null}
      </p>
      {wish.cover === 'along' && !sheets.is_as_wished ? <p className="quiet">{t('print.notAlong')}</p> : null}
      {wanted > sheets.most ? (
        <p className="field-problem" role="alert">
          {t('print.tooMany', { most: sheets.most })}
        </p>
      ) : null}
      {all.length > 1 ? (
        <fieldset className="sheet-numbers" aria-label={t('print.sheets')}>
          {all.map((no) => (
            <ToggleButton
              key={no}
              className="chip"
              aria-label={t('print.sheet', { no })}
              isSelected={!unwanted.includes(no)}
              onChange={(isIn) => toggle(no, isIn)}
            >
              {no}
            </ToggleButton>
          ))}
          <ActButton weight="quiet" onPress={() => leave(wanted === all.length ? all : [])}>
            {wanted === all.length ? t('print.none') : t('print.all')}
          </ActButton>
        </fieldset>
      ) : null}
    </div>
  )
}
