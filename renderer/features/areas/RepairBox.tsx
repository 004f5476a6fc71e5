/** A broken outline: its faults, the repaired outline, and the person's yes. */

import { useLocale } from '../../locale.tsx'
import type { Fault, Repair } from '../../map/drawing/repair.ts'
import { ActButton } from '../../ui/parts.tsx'
import type { AreaEditor } from './use-area.ts'

export const RepairWords = ({ repair }: { repair: Repair }) => {
  const { t, surface } = useLocale()
  const named = Object.entries(repair.faults).map(([fault, count]) =>
    t(`area.repair.faults.${fault as Fault}`, { n: count }),
  )
  const { before, after } = repair.surface
  return (
    <span className="repair">
      {t('area.repair.found')} {named.join(', ')}.{' '}
      {repair.pieces.length > 0
        ? t('area.repair.proposal', { before: surface(before), after: surface(after), pieces: repair.pieces.length })
        : t('area.areaImport.nothingLeft')}
    </span>
  )
}

export const RepairBox = ({ editor: { repair, act } }: { editor: AreaEditor }) => {
  const { t } = useLocale()
  if (!repair || repair.pieces.length === 0) return null
  return (
    <div className="repair-box">
      <p>
        <RepairWords repair={repair} />
      </p>
      <ActButton onPress={() => act({ do: 'replace', pieces: repair.pieces })}>{t('area.repair.use')}</ActButton>
    </div>
  )
}
