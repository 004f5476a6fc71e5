/** On paper: where the sheets lie, scale, size, colours; the PDF itself is the preview. */
import { useContext, useState } from 'react'
import { Input, Label, TextField, ToggleButton } from 'react-aria-components'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { ResultTiles } from '../../../server/features/results/map/map-style-schema.ts'
import { jobName, PAPER_NAMES, PRINT_SCALES } from '../../../server/features/vocabulary.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import type { Place } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'
import { FileView } from './FileView.tsx'
import { printUrl } from './print/api.ts'
import { COVERS, INKS, isWholeOnPaper, ORIENTATIONS, printQuery, wholeTurn } from './print/print-choice.ts'
import { SheetChoice } from './print/SheetChoice.tsx'
import { PrintContext, type PrintSetup } from './print/use-print.ts'

interface PrintProps {
  job: Job
  place: Place
  ground: ResultTiles['ground']
}

/** Why nothing can be printed. */
const useObstacle = ({ sheets, unwanted, wish, isLoading, error }: PrintSetup): string | null => {
  const { t } = useLocale()
  if (wish.cover === 'frame') return null
  // When they are there, they move the button: what was pressed just then would be pressed in vain.
  if (isLoading) return t('print.counting')
  if (!sheets) return error ? t('print.noSheets') : null
  const wanted = sheets.data.length - unwanted.length
  return wanted === 0 ? t('print.noneChosen') : wanted > sheets.most ? t('print.tooMany', { most: sheets.most }) : null
}

export const PrintSection = ({ job, place, ground }: PrintProps) => {
  const { t, language } = useLocale()
  const onPaper = useContext(PrintContext)
  const { wish, change, takeView, sheets, unwanted, layout } = onPaper
  const { cover, scale, paper, orientation, ink, isThin, withGround, withEmpty, frame } = wish
  const [shown, setShown] = useState<string | null>(null)
  const obstacle = useObstacle(onPaper)
  const chosen = unwanted.length > 0 ? (sheets?.data ?? []).filter(({ no }) => !unwanted.includes(no)) : []
  const query = printQuery(
    layout,
    wish,
    language,
    chosen.map(({ no }) => no),
  )
  const name = `${isPreliminary(job) ? `${t('soFar.preliminary')} ` : ''}${jobName(job) ?? job.job_id} 1:${scale} ${paper}`
  return (
    <section className="block print">
      <h3>{t('print.title')}</h3>
      <div className="extras">
        {COVERS.map((each) => (
          <ToggleButton
            key={each}
            className="chip"
            isSelected={cover === each}
            onChange={() => (each === 'frame' ? takeView() : change({ cover: each }))}
          >
            {t(`print.covers.${each}`)}
          </ToggleButton>
        ))}
      </div>
      <div className="print-options">
        <label>
          {t('print.scale')}
          <select
            className="select"
            value={scale}
            onChange={({ target }) => change({ scale: PRINT_SCALES.find((each) => each === Number(target.value))! })}
          >
            {PRINT_SCALES.map((each) => (
              <option key={each} value={each}>
                1:{each}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('print.paper')}
          <select
            className="select"
            value={paper}
            onChange={({ target }) => change({ paper: PAPER_NAMES.find((each) => each === target.value)! })}
          >
            {PAPER_NAMES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      <div className="extras">
        {ORIENTATIONS.map((each) => (
          <ToggleButton
            key={each}
            className="chip"
            isSelected={orientation === each}
            onChange={() => change({ orientation: each })}
          >
            {t(`print.orientation.${each}`)}
          </ToggleButton>
        ))}
        {INKS.map((each) => (
          <ToggleButton key={each} className="chip" isSelected={ink === each} onChange={() => change({ ink: each })}>
            {t(`print.ink.${each}`)}
          </ToggleButton>
        ))}
        <ToggleButton className="chip" isSelected={isThin} onChange={(isOn) => change({ isThin: isOn })}>
          {t('print.thin')}
        </ToggleButton>
        {ground === null ? null : (
          <ToggleButton className="chip" isSelected={withGround} onChange={(isOn) => change({ withGround: isOn })}>
            {t('print.ground')}
          </ToggleButton>
        )}
        {cover === 'frame' ? null : (
          <ToggleButton className="chip" isSelected={withEmpty} onChange={(isOn) => change({ withEmpty: isOn })}>
            {t('print.withEmpty')}
          </ToggleButton>
        )}
      </div>
      {cover === 'frame' && frame ? (
        <>
          <p className="quiet">
            {isWholeOnPaper(wish) ? t('print.frameHint') : t('print.larger', { scale: `1:${scale}` })}
          </p>
          <TextField
            className="field inline"
            type="number"
            value={String(frame.degrees)}
            onChange={(text) => change({ frame: { ...frame, degrees: wholeTurn(Number(text)) } })}
          >
            <Label>{t('print.turned')}</Label>
            <Input step={1} />
          </TextField>
        </>
      ) : (
        <SheetChoice onPaper={onPaper} />
      )}
      {ground === 'coming' && withGround ? <p className="quiet">{t('print.groundComing')}</p> : null}
      {place.hidden.length + place.hiddenOperators.length > 0 ? <p className="quiet">{t('print.hiddenToo')}</p> : null}
      <ActButton blocked={obstacle} onPress={() => setShown(printUrl(job.job_id, query))}>
        {t('print.make')}
      </ActButton>
      {shown ? <FileView url={shown} title={name} onClose={() => setShown(null)} /> : null}
    </section>
  )
}
