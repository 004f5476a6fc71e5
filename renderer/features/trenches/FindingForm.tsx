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
  const [kind, setKind] = useState<FindingInput['kind'] | null>(of.feature_id === null ? 'unknown_line' : null)
  const [figures, setFigures] = useState({ offset: '', depth: '' })
  const [foundOn, setFoundOn] = useState(today)
  const [remark, setRemark] = useState('')
  const [offset, depth] = FIGURES.map((name) => figureIn(figures[name]))
  const isWrong = [offset, depth].some((value) => Number.isNaN(value))
  const saving = useFindingMutation(
    jobId,
    () =>
      recordFinding(jobId, {
        ...of,
        kind: kind!,
        offset_m: kind === 'not_found' ? null : offset!,
        depth_m: kind === 'not_found' ? null : depth!,
        found_on: foundOn,
        remark: remark.trim() || null,
      }),
    () => {
      setKind(of.feature_id === null ? 'unknown_line' : null)
      setFigures({ offset: '', depth: '' })
      setRemark('')
      close?.()
    },
  )
  const lacksOffset = kind === 'elsewhere' && offset === null
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
              onChange={(isOn) => setKind(isOn ? each : null)}
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
                <TextField
                  key={name}
                  className="field"
                  value={figures[name]}
                  onChange={(text) => setFigures({ ...figures, [name]: text })}
                >
                  <Label>{t(`trenches.finding.${name}`)}</Label>
                  <Input inputMode="decimal" autoComplete="off" />
                </TextField>
              ))}
            </div>
          )}
          <DayField
            label={t('trenches.finding.day')}
            value={foundOn}
            onChange={setFoundOn}
            faultOf={(day) => (day > today ? t('digging.future') : null)}
          />
          <TextField className="field" value={remark} onChange={setRemark} maxLength={500}>
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
