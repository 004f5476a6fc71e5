/** What was found of a line in a trial trench, or a line that no delivery has. */
import { useState } from 'react'
import { Form, Input, Label, TextField, ToggleButton } from 'react-aria-components'
import { dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { type FindingInput, recordFinding } from './api.ts'
import { ASKED, faultOf, LINE_KINDS, NOTHING_TYPED, type TypedFinding, typedFinding } from './finding-entry.ts'
import { useFindingMutation } from './use-finding-mutation.ts'

interface Given extends Omit<TypedFinding, 'kind'> {
  kind: TypedFinding['kind'] | null
  foundOn: string
}

export const FindingForm = ({
  jobId,
  of,
  blocked,
  close,
}: {
  jobId: string
  of: Pick<FindingInput, 'feature_id' | 'trench'>
  /** Why it can't be sent, or null. */
  blocked: string | null
  close?: () => void
}) => {
  const { t } = useLocale()
  const today = dutchDate(Date.now())
  const empty = { ...NOTHING_TYPED, kind: of.feature_id === null ? ('unknown_line' as const) : null }
  const [given, give] = useState<Given>({ ...empty, foundOn: today })
  const { kind, foundOn, remark } = given
  const set = (change: Partial<Given>) => give({ ...given, ...change })
  const typed = kind && { ...given, kind }
  const saving = useFindingMutation(
    jobId,
    (finding: TypedFinding) => recordFinding(jobId, { ...of, ...typedFinding(finding), found_on: foundOn }),
    () => {
      set(empty)
      close?.()
    },
  )
  const why = blocked ?? (typed && faultOf(typed, t)) ?? (foundOn ? null : t('digging.dayNeeded'))
  return (
    <>
      {of.feature_id === null ? (
        <strong>{t('trenches.finding.kind.unknown_line')}</strong>
      ) : (
        <div className="extras">
          {LINE_KINDS.map((each) => (
            <ToggleButton
              key={each}
              className="chip"
              isSelected={kind === each}
              onChange={(isOn) => set({ kind: isOn ? each : null })}
            >
              {t(`trenches.finding.kind.${each}`)}
            </ToggleButton>
          ))}
        </div>
      )}
      {typed ? (
        <Form
          className="record"
          onSubmit={(event) => {
            event.preventDefault()
            if (!why) saving.mutate(typed)
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
            value={foundOn}
            onChange={(day) => set({ foundOn: day })}
            faultOf={(day) => (day > today ? t('digging.future') : null)}
          />
          <TextField className="field" value={remark} onChange={(text) => set({ remark: text })} maxLength={500}>
            <Label>{t('digging.remark')}</Label>
            <Input autoComplete="off" />
          </TextField>
          <div className="row">
            <ActButton type="submit" weight="primary" busy={saving.isPending} blocked={why}>
              {t('digging.record')}
            </ActButton>
            {close ? (
              <ActButton weight="quiet" onPress={close}>
                {t('cancel')}
              </ActButton>
            ) : null}
          </div>
          {saving.error ? <ProblemBox error={saving.error} /> : null}
        </Form>
      ) : null}
    </>
  )
}
