/** What was found of a line in a trial trench, or a line that no delivery has. */
import { useState } from 'react'
import { Form, Input, Label, TextField, ToggleButton } from 'react-aria-components'
import { dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { type FindingInput, recordFinding } from './api.ts'
import { useFindingMutation } from './use-finding-mutation.ts'

const KINDS = ['found', 'elsewhere', 'not_found'] as const
const FIGURES = ['offset', 'depth'] as const

/** Null: none was typed; NaN: it is no number. */
const figureIn = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

/** As it is typed. */
interface Given {
  kind: FindingInput['kind'] | null
  offset: string
  depth: string
  foundOn: string
  remark: string
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
  const empty = { kind: of.feature_id === null ? ('unknown_line' as const) : null, offset: '', depth: '', remark: '' }
  const [given, give] = useState<Given>({ ...empty, foundOn: today })
  const { kind, foundOn, remark } = given
  const set = (change: Partial<Given>) => give({ ...given, ...change })
  const [offset_m, depth_m] = kind === 'not_found' ? [null, null] : [figureIn(given.offset), figureIn(given.depth)]
  const saving = useFindingMutation(
    jobId,
    () =>
      recordFinding(jobId, { ...of, kind: kind!, offset_m, depth_m, found_on: foundOn, remark: remark.trim() || null }),
    () => {
      set(empty)
      close?.()
    },
  )
  const isWrong = Number.isNaN(offset_m) || Number.isNaN(depth_m)
  const lacksOffset = kind === 'elsewhere' && offset_m === null
  const wrong = isWrong ? t('trenches.finding.noFigure') : lacksOffset ? t('trenches.finding.offsetNeeded') : null
  const why = blocked ?? wrong ?? (foundOn ? null : t('digging.dayNeeded'))
  return (
    <>
      {of.feature_id === null ? (
        <strong>{t('trenches.finding.kind.unknown_line')}</strong>
      ) : (
        <div className="extras">
          {KINDS.map((each) => (
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
      {kind === null ? null : (
        <Form
          className="record"
          onSubmit={(event) => {
            event.preventDefault()
            if (!why) saving.mutate()
          }}
        >
          {kind === 'not_found' ? null : (
            <div className="by-numbers">
              {FIGURES.map((name) => (
                <TextField key={name} className="field" value={given[name]} onChange={(text) => set({ [name]: text })}>
                  <Label>{t(`trenches.finding.${name}`)}</Label>
                  <Input inputMode="decimal" autoComplete="off" />
                </TextField>
              ))}
            </div>
          )}
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
      )}
    </>
  )
}
