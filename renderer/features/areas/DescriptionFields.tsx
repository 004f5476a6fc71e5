/** Works and place in words, and what an orientation request is in preparation of. */
import { Input, Label, TextArea, TextField } from 'react-aria-components'
import { MAX_LOCATION_NOTE, MAX_WORKS_NOTE, PREPARATIONS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import type { RequestDetails } from '../../map/drawing/request-details.ts'
import { FieldProblem } from './FieldProblem.tsx'

interface DescriptionProps {
  details: RequestDetails
  change(details: Partial<RequestDetails>): void
  problemAt(pointer: string): string | null
}

export const PreparationChoice = ({ details, change, problemAt }: DescriptionProps) => {
  const { t } = useLocale()
  return (
    <label className="field">
      <span>{t('area.preparation')}</span>
      <select
        value={details.preparation ?? ''}
        onChange={(event) => change({ preparation: PREPARATIONS.find((each) => each === event.target.value) ?? null })}
      >
        <option value="">{t('area.preparationNone')}</option>
        {PREPARATIONS.map((each) => (
          <option key={each} value={each}>
            {t(`area.preparations.${each}`)}
          </option>
        ))}
      </select>
      <FieldProblem problem={problemAt('/preparation')} />
    </label>
  )
}

export const WorksInWords = ({ details, change, problemAt }: DescriptionProps) => {
  const { t } = useLocale()
  const problem = problemAt('/works_description')
  return (
    <TextField
      className="field"
      maxLength={MAX_WORKS_NOTE}
      value={details.worksDescription}
      onChange={(worksDescription) => change({ worksDescription })}
      isInvalid={problem !== null}
    >
      <Label>{t('area.worksDescription')}</Label>
      <TextArea rows={2} />
      <FieldProblem problem={problem} />
    </TextField>
  )
}

export const PlaceInWords = ({ details, change, problemAt }: DescriptionProps) => {
  const { t } = useLocale()
  const problem = problemAt('/location_description')
  return (
    <TextField
      className="field"
      maxLength={MAX_LOCATION_NOTE}
      value={details.locationDescription}
      onChange={(locationDescription) => change({ locationDescription })}
      isInvalid={problem !== null}
    >
      <Label>{t('area.locationDescription')}</Label>
      <Input />
      <FieldProblem problem={problem} />
    </TextField>
  )
}
