/** A broken outline: what is wrong, what it would be when mended, and the person's yes. */
import { useSpeech } from '../../i18n/words.tsx'
import type { Fault, Repair } from '../../map/drawing/repair.ts'
import { ActButton } from '../../ui/parts.tsx'
import type { AreaInHand } from './use-area.ts'

export const RepairWords = ({ repair }: { repair: Repair }) => {
  const { words, surface } = useSpeech()
  const { repair: text, areaImport } = words.area
  const named = Object.entries(repair.faults).map(([fault, count]) => text.faults[fault as Fault](count))
  const { before, after } = repair.surface
  return (
    <span className="repair">
      {text.found} {named.join(', ')}.{' '}
      {repair.pieces.length > 0
        ? text.proposal(surface(before), surface(after), repair.pieces.length)
        : areaImport.nothingLeft}
    </span>
  )
}

export const RepairBox = ({ inHand: { repair, act } }: { inHand: AreaInHand }) => {
  const { words } = useSpeech()
  if (!repair || repair.pieces.length === 0) return null
  return (
    <div className="repair-box">
      <p>
        <RepairWords repair={repair} />
      </p>
      <ActButton onPress={() => act({ do: 'replace', pieces: repair.pieces })}>{words.area.repair.use}</ActButton>
    </div>
  )
}
