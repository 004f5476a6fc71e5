/** On paper: scale, size, colours; the PDF itself is the preview. */
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { Job } from '../../../server/contract/jobs.ts'
import type { ResultTiles } from '../../../server/contract/map-style.ts'
import { PAPER_NAMES, type Paper, PRINT_SCALES } from '../../../server/contract/vocabulary.ts'
import { BASE } from '../../api/client.ts'
import { isPreliminary } from '../../api/shown.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { Place } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'
import { PdfView } from './PdfView.tsx'

const ORIENTATIONS = ['landscape', 'portrait'] as const
const INKS = ['colour', 'black'] as const

interface PrintProps {
  job: Job
  place: Place
  ground: ResultTiles['ground']
}

export const PrintSection = ({ job, place, ground }: PrintProps) => {
  const { words, language } = useSpeech()
  const [scale, setScale] = useState<number>(500)
  const [paper, setPaper] = useState<Paper>('A3')
  const [orientation, setOrientation] = useState<(typeof ORIENTATIONS)[number]>('landscape')
  const [ink, setInk] = useState<(typeof INKS)[number]>('colour')
  const [withGround, setWithGround] = useState(true)
  const [shown, setShown] = useState<string | null>(null)
  const left = { hidden: place.hidden.join('~'), hidden_operators: place.hiddenOperators.join('~') }
  const query = new URLSearchParams({
    scale: String(scale),
    paper,
    orientation,
    ink,
    language,
    ...left,
    ground: String(withGround),
  })
  const name = `${isPreliminary(job) ? `${words.soFar.preliminary} ` : ''}${job.reference ?? job.job_id} 1:${scale} ${paper}`
  return (
    <section className="block print">
      <h3>{words.print.title}</h3>
      <div className="print-wishes">
        <label>
          {words.print.scale}
          <select className="select" value={scale} onChange={({ target }) => setScale(Number(target.value))}>
            {PRINT_SCALES.map((each) => (
              <option key={each} value={each}>
                1:{each}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.print.paper}
          <select className="select" value={paper} onChange={({ target }) => setPaper(target.value as Paper)}>
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
            onChange={() => setOrientation(each)}
          >
            {words.print.orientation[each]}
          </ToggleButton>
        ))}
        {INKS.map((each) => (
          <ToggleButton key={each} className="chip" isSelected={ink === each} onChange={() => setInk(each)}>
            {words.print.ink[each]}
          </ToggleButton>
        ))}
      </div>
      {ground === null ? null : (
        <div className="extras">
          <ToggleButton className="chip" isSelected={withGround} onChange={setWithGround}>
            {words.print.ground}
          </ToggleButton>
        </div>
      )}
      {ground === 'coming' && withGround ? <p className="quiet">{words.print.groundComing}</p> : null}
      {place.hidden.length + place.hiddenOperators.length > 0 ? <p className="quiet">{words.print.hiddenToo}</p> : null}
      <ActButton onPress={() => setShown(`${BASE}/jobs/${job.job_id}/print?${query}`)}>{words.print.make}</ActButton>
      {shown ? <PdfView url={shown} title={name} onClose={() => setShown(null)} /> : null}
    </section>
  )
}
