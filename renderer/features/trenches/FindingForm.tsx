/** What was found of a line in a trial trench, or a line that no delivery has. */
import { useState } from 'react'
import { Form, Input, Label, TextField, ToggleButton } from 'react-aria-components'
import { dutchDate, type FindingKind } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { recordFinding } from './api.ts'
import { ASKED, faultOf, kindsAt, NOTHING_TYPED, type Spot, typedFinding } from './finding-entry.ts'
import { usePlanMutation } from './use-plan-mutation.ts'
import { usePlan } from './use-trench-plan.ts'

export const FindingForm = ({ spot }: { spot: Spot }) => {
  const { t } = useLocale()
  const { blocked } = usePlan()
  const today = dutchDate(Date.now())
  const [kind, choose] = useState<FindingKind | null>(null)
  const [given, give] = useState({ ...NOTHING_TYPED, foundOn: today })
  const set = (change: Partial<typeof given>) => give({ ...given, ...change })
  const saving = usePlanMutation(recordFinding, () => {
    choose(null)
    set(NOTHING_TYPED)
  })
  const typed = kind && { ...given, kind }
  const why = blocked ?? (typed && faultOf(typed, t)) ?? (given.foundOn ? null : t('digging.dayNeeded'))
  return (
    <>
      <div className="extras">
        {kindsAt(spot).map((each) => (
          <ToggleButton
            key={each}
            className={each === 'unknown_line' ? 'act act-quiet' : 'chip'}
            isSelected={kind === each}
            onChange={(isOn) => choose(isOn ? each : null)}
          >
            {each === 'unknown_line' ? t('trenches.finding.unknownLine') : t(`trenches.finding.kind.${each}`)}
          </ToggleButton>
        ))}
      </div>
      {typed ? (
        <Form
          className="record"
          onSubmit={(event) => {
            event.preventDefault()
            if (!why) saving.mutate({ ...spot, ...typedFinding(typed), found_on: given.foundOn })
          }}
        >
          {ASKED[typed.kind].length > 0 ? (
            <div className="by-numbers">
              {ASKED[typed.kind].map((name) => (
                <TextField key={name} className="field" value={given[name]} onChange={(text) => set({ [name]: text })}>
                  <Label>{t(`trenches.finding.${name}`)}</Label>
                  <Input inputMode="decimal" autoComplete="off" />
                </TextField>
              ))}
            </div>
          ) : null}
          <DayField
            label={t('trenches.finding.day')}
            value={given.foundOn}
            onChange={(foundOn) => set({ foundOn })}
            faultOf={(day) => (day > today ? t('digging.future') : null)}
          />
          <TextField className="field" value={given.remark} onChange={(remark) => set({ remark })} maxLength={500}>
            <Label>{t('digging.remark')}</Label>
            <Input autoComplete="off" />
          </TextField>
          <ActButton type="submit" weight="primary" busy={saving.isPending} blocked={why}>
            {t('digging.record')}
          </ActButton>
          {saving.error ? <ProblemBox error={saving.error} /> : null}
        </Form>
      ) : null}
    </>
  )
}
