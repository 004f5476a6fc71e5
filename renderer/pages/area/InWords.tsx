/** Works and place in words, and what an orientation request is in preparation of. */
import { Input, Label, TextArea, TextField } from 'react-aria-components'
import { MAX_LOCATION_NOTE, MAX_WORKS_NOTE, PREPARATIONS } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { Wishes } from '../../map/drawing/wishes.ts'
import { Said } from './Said.tsx'

interface Asked {
  wishes: Wishes
  wish(change: Partial<Wishes>): void
  problemAt(pointer: string): string | null
}

export const PreparationChoice = ({ wishes, wish, problemAt }: Asked) => {
  const { area } = useSpeech().words
  return (
    <label className="field">
      <span>{area.preparation}</span>
      <select
        value={wishes.preparation ?? ''}
        onChange={(event) => wish({ preparation: PREPARATIONS.find((each) => each === event.target.value) ?? null })}
      >
        <option value="">{area.preparationNone}</option>
        {PREPARATIONS.map((each) => (
          <option key={each} value={each}>
            {area.preparations[each]}
          </option>
        ))}
      </select>
      <Said problem={problemAt('/preparation')} />
    </label>
  )
}

export const WorksInWords = ({ wishes, wish, problemAt }: Asked) => {
  const { area } = useSpeech().words
  const problem = problemAt('/works_description')
  return (
    <TextField
      className="field"
      maxLength={MAX_WORKS_NOTE}
      value={wishes.worksDescription}
      onChange={(worksDescription) => wish({ worksDescription })}
      isInvalid={problem !== null}
    >
      <Label>{area.worksDescription}</Label>
      <TextArea rows={2} />
      <Said problem={problem} />
    </TextField>
  )
}

export const PlaceInWords = ({ wishes, wish, problemAt }: Asked) => {
  const { area } = useSpeech().words
  const problem = problemAt('/location_description')
  return (
    <TextField
      className="field"
      maxLength={MAX_LOCATION_NOTE}
      value={wishes.locationDescription}
      onChange={(locationDescription) => wish({ locationDescription })}
      isInvalid={problem !== null}
    >
      <Label>{area.locationDescription}</Label>
      <Input />
      <Said problem={problem} />
    </TextField>
  )
}
