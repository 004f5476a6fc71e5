/** The new area: give it, see what it costs, save or file it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FileTrigger, Input, Label, Radio, RadioGroup, TextField, ToggleButton } from 'react-aria-components'
import type { Session } from '../../../server/contract/dashboard.ts'
import { KLIC_TYPES, type KlicType } from '../../../server/contract/vocabulary.ts'
import { ApiError } from '../../api/client.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { Tool } from '../../map/drawing/draft.ts'
import { cornersOf, MAX_WIDTH_M, MIN_WIDTH_M } from '../../map/drawing/shape.ts'
import { goTo } from '../../place.ts'
import { DayField } from '../../ui/DayField.tsx'
import {
  CloseIcon,
  CorridorIcon,
  EditIcon,
  FileIcon,
  PasteIcon,
  PolygonIcon,
  RectangleIcon,
  RedoIcon,
  TrashIcon,
  UndoIcon,
} from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import { ConfirmFiling } from '../job/ConfirmFiling.tsx'
import { fileArea, saveQuote } from './file-area.ts'
import { PasteBox } from './PasteBox.tsx'
import { PriceCard } from './PriceCard.tsx'
import { readFileText, takeAreaText, useUnreadableWords } from './take-area.ts'
import type { AreaInHand } from './use-area.ts'

const DRAWING: readonly { tool: Exclude<Tool, 'none'>; icon: React.ReactNode }[] = [
  { tool: 'polygon', icon: <PolygonIcon /> },
  { tool: 'rectangle', icon: <RectangleIcon /> },
  { tool: 'corridor', icon: <CorridorIcon /> },
  { tool: 'edit', icon: <EditIcon /> },
]

const Tools = ({ inHand }: { inHand: AreaInHand }) => {
  const { words } = useSpeech()
  const { draft, act, obstacle } = inHand
  const [pasting, setPasting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const unreadable = useUnreadableWords()
  const { area } = words
  const openFile = async (file: File | undefined) => {
    if (!file) return
    const text = await readFileText(file)
    const why = text === null ? ({ why: 'tooLarge' } as const) : takeAreaText(text, act)
    setProblem(why && unreadable(why))
  }
  return (
    <fieldset className="block">
      <legend>{area.how}</legend>
      <div className="tools">
        {DRAWING.map(({ tool, icon }) => (
          <ToggleButton
            key={tool}
            className="tool"
            isSelected={draft.tool === tool}
            isDisabled={tool === 'edit' && obstacle !== null && draft.tool !== 'edit'}
            onChange={(on) => {
              setPasting(false)
              act({ do: 'take', tool: on ? tool : 'none' })
            }}
          >
            {icon}
            {area.tools[tool]}
          </ToggleButton>
        ))}
        <ToggleButton className="tool" isSelected={pasting} onChange={setPasting}>
          <PasteIcon />
          {area.tools.paste}
        </ToggleButton>
        <FileTrigger
          acceptedFileTypes={['.geojson', '.json', '.wkt', '.txt', '.csv']}
          onSelect={(files) => void openFile(files?.[0])}
        >
          <Button className="tool">
            <FileIcon />
            {area.tools.file}
          </Button>
        </FileTrigger>
      </div>
      {draft.tool === 'corridor' || draft.shape?.kind === 'corridor' ? (
        <TextField
          className="field inline"
          type="number"
          value={String(draft.wishes.corridorWidthM)}
          onChange={(text) => {
            const widthM = Number(text)
            if (widthM >= MIN_WIDTH_M && widthM <= MAX_WIDTH_M) act({ do: 'widen', widthM })
          }}
        >
          <Label>{area.width}</Label>
          <Input min={MIN_WIDTH_M} max={MAX_WIDTH_M} step={1} />
        </TextField>
      ) : null}
      <p className="hint" aria-live="polite">
        {draft.tool === 'none' && !draft.shape ? area.emptyHint : area.hint[draft.tool]}
        {draft.shape && draft.tool === 'none' && obstacle ? area[obstacle] : null}
      </p>
      {pasting ? <PasteBox act={act} done={() => setPasting(false)} /> : null}
      {problem ? (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="row history">
        <IconButton label={area.undo} isDisabled={draft.past.length === 0} onPress={() => act({ do: 'undo' })}>
          <UndoIcon />
        </IconButton>
        <IconButton label={area.redo} isDisabled={draft.future.length === 0} onPress={() => act({ do: 'redo' })}>
          <RedoIcon />
        </IconButton>
        <IconButton
          label={area.clear}
          isDisabled={!draft.shape}
          onPress={() => act({ do: 'commit', shape: null, next: 'none' })}
        >
          <TrashIcon />
        </IconButton>
        {draft.shape?.kind === 'polygon' ? (
          <span className="quiet">
            {area.pasted(
              cornersOf(draft.shape.geometry),
              draft.shape.frame === 'EPSG:28992'
                ? area.frame.rd
                : draft.shape.frame
                  ? area.frame.wgs84
                  : area.frame.asGiven,
            )}
          </span>
        ) : null}
      </div>
    </fieldset>
  )
}

const WishFields = ({ inHand: { draft, act } }: { inHand: AreaInHand }) => {
  const { words } = useSpeech()
  const { wishes } = draft
  return (
    <>
      <RadioGroup
        className="kinds"
        value={wishes.klicType}
        onChange={(klicType) => act({ do: 'wish', wishes: { klicType: klicType as KlicType } })}
      >
        <Label>{words.area.kind}</Label>
        <div className="kind-row">
          {KLIC_TYPES.map((type) => (
            <Radio key={type} value={type} className="kind">
              <strong>{words.klicType[type].name}</strong>
              <span>{words.klicType[type].what}</span>
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <div className="pair">
        <TextField
          className="field"
          maxLength={200}
          value={wishes.reference}
          onChange={(reference) => act({ do: 'wish', wishes: { reference } })}
        >
          <Label>{words.area.reference}</Label>
          <Input />
        </TextField>
        <DayField
          label={words.area.startDate}
          value={wishes.startDate}
          onChange={(startDate) => act({ do: 'wish', wishes: { startDate } })}
        />
      </div>
    </>
  )
}

export const AreaPanel = ({ inHand, session }: { inHand: AreaInHand; session: Session }) => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const { draft, act, area, preview, isFresh, error, again } = inHand
  const { klicType, startDate } = draft.wishes
  const made = useMutation({
    mutationFn: async (filing: boolean) => {
      if (!area || !preview) throw new Error('no area in hand')
      return filing ? await fileArea(draft, area, preview.quote.notifications) : await saveQuote(draft, area)
    },
    onSuccess: (job) => {
      queries.setQueryData(['job', job.job_id], job)
      void queries.invalidateQueries({ queryKey: ['jobs'] })
      act({ do: 'restart', clientRef: crypto.randomUUID() })
      goTo({ job: job.job_id })
    },
    onError: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  })
  // A refusal stays one; only what is not the area's fault is worth another try.
  const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
  const blocked = !area
    ? words.area.noArea
    : error
      ? words.area.areaRefused
      : !isFresh
        ? words.area.stillCalculating
        : null
  const needsDate = klicType === 'GRAAF' && !startDate
  const blockedFiling = blocked ?? (needsDate ? words.area.startNeeded : null)
  return (
    <>
      <header className="panel-head">
        <h2>{words.area.title}</h2>
        <IconButton label={words.close} onPress={() => goTo({})}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="panel-body">
        <Tools inHand={inHand} />
        <WishFields inHand={inHand} />
        {made.error ? <ProblemBox error={made.error} /> : null}
      </div>
      <footer className="panel-foot">
        {error ? (
          <ProblemBox error={error}>
            {mayPass ? (
              <ActButton weight="quiet" onPress={again}>
                {words.retryNow}
              </ActButton>
            ) : null}
          </ProblemBox>
        ) : null}
        {area && !error ? <PriceCard preview={preview} isFresh={isFresh} /> : null}
        <div className="row">
          <ActButton blocked={blocked} busy={made.isPending} onPress={() => made.mutate(false)}>
            {words.area.saveQuote}
          </ActButton>
          <ActButton weight="primary" blocked={blockedFiling} busy={made.isPending} onPress={() => setConfirming(true)}>
            {words.area.submit}
          </ActButton>
        </div>
        {needsDate && area && !error ? <p className="quiet">{words.area.startNeeded}</p> : null}
      </footer>
      {preview ? (
        <ConfirmFiling
          isOpen={confirming}
          quote={preview.quote}
          simulated={session.environment === 'simulator'}
          close={() => setConfirming(false)}
          confirm={() => made.mutate(true)}
        />
      ) : null}
    </>
  )
}
