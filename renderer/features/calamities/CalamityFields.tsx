/** What is asked of a calamity beside its area: what happened, and whom the operators call. */
import { Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import { MAX_WORKS_NOTE } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import type { RequestDetails } from '../../map/drawing/request-details.ts'
import { FieldProblem } from '../areas/FieldProblem.tsx'

const NOBODY = { name: '', phone: '', email: '' }

export const CalamityFields = ({
  details,
  change,
  problemAt,
  needed,
  isMarked,
}: {
  details: RequestDetails
  change(details: Partial<RequestDetails>): void
  problemAt(pointer: string): string | null
  needed: string | null
  isMarked: boolean
}) => {
  const { t } = useLocale()
  const { contact } = details
  const problem = problemAt('/what') ?? (isMarked ? needed : null)
  return (
    <>
      <TextField
        className="field"
        isRequired
        maxLength={MAX_WORKS_NOTE}
        value={details.worksDescription}
        onChange={(worksDescription) => change({ worksDescription })}
        data-needed={needed ? true : undefined}
        isInvalid={problem !== null}
      >
        <Label>{t('calamity.what')}</Label>
        <TextArea rows={2} />
        <Text slot="description" className="quiet">
          {t('calamity.whatHelp')}
        </Text>
        <FieldProblem problem={problem} />
      </TextField>
      <label className="field">
        <span>{t('calamity.contact')}</span>
        <select
          value={contact ? 'other' : 'own'}
          onChange={({ target }) => change({ contact: target.value === 'other' ? NOBODY : null })}
        >
          <option value="own">{t('calamity.contactOwn')}</option>
          <option value="other">{t('calamity.contactOther')}</option>
        </select>
      </label>
      {contact
        ? (['name', 'phone', 'email'] as const).map((field) => (
            <TextField
              key={field}
              className="field"
              type={field === 'phone' ? 'tel' : field === 'email' ? 'email' : 'text'}
              value={contact[field]}
              onChange={(value) => change({ contact: { ...contact, [field]: value } })}
              isInvalid={problemAt(`/contact/${field}`) !== null}
            >
              <Label>{t(`calamity.contactFields.${field}`)}</Label>
              <Input />
              <FieldProblem problem={problemAt(`/contact/${field}`)} />
            </TextField>
          ))
        : null}
    </>
  )
}
