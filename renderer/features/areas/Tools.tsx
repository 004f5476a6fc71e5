/** How an area comes about and how it is changed. */
import { createContext, use, useState } from 'react'
import { Input, Label, TextField, ToggleButton } from 'react-aria-components'
import { areaFormatsIn } from '../../../server/features/areas/schema.ts'
import { useLocale } from '../../locale.tsx'
import { type CornerDraft, NOTHING_MADE } from '../../map/drawing/corner-draft.ts'
import { canRedo, canUndo, isCornerTool, NEEDS_AREA, type Tool } from '../../map/drawing/draft.ts'
import { simplifyPolygon } from '../../map/drawing/operations.ts'
import { cornersOf, MAX_WIDTH_M, MIN_WIDTH_M, polygonOf } from '../../map/drawing/shape.ts'
import {
  CircleIcon,
  CorridorIcon,
  CutIcon,
  EditIcon,
  FreehandIcon,
  PasteIcon,
  PolygonIcon,
  RectangleIcon,
  RedoIcon,
  SnapIcon,
  SplitIcon,
  TrashIcon,
  UndoIcon,
} from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import { CornerBox, type CornerInput } from './CornerBox.tsx'
import { FieldProblem } from './FieldProblem.tsx'
import { FileTool } from './FileTool.tsx'
import { ImportBox } from './ImportBox.tsx'
import { PasteBox } from './PasteBox.tsx'
import type { SteadyEditor } from './steady-editor.ts'

type DrawingTool = Exclude<Tool, 'none' | 'keepOut'>
const DRAWING: readonly (readonly [DrawingTool, React.ComponentType])[] = [
  ['polygon', PolygonIcon],
  ['rectangle', RectangleIcon],
  ['circle', CircleIcon],
  ['freehand', FreehandIcon],
  ['corridor', CorridorIcon],
]
const CHANGING: readonly (readonly [DrawingTool, React.ComponentType])[] = [
  ['edit', EditIcon],
  ['hole', CutIcon],
  ['split', SplitIcon],
]

const numberIn = (text: string): number => Number(text.replace(',', '.'))

const WholeArea = ({ editor: { draft, act } }: { editor: SteadyEditor }) => {
  const { t } = useLocale()
  const [grow, setGrow] = useState('1')
  const [tolerance, setTolerance] = useState('0,5')
  const polygon = polygonOf(draft.shape)
  const metres = numberIn(grow)
  const most = numberIn(tolerance)
  return (
    <details className="block">
      <summary>{t('area.whole')}</summary>
      <form
        className="by-numbers"
        onSubmit={(event) => {
          event.preventDefault()
          if (Number.isFinite(metres) && metres !== 0) act({ do: 'buffer', metres })
        }}
      >
        <TextField className="field" value={grow} onChange={setGrow}>
          <Label>{t('area.grow')}</Label>
          <Input inputMode="decimal" />
        </TextField>
        <ActButton type="submit">{t('area.growBy')}</ActButton>
      </form>
      <form
        className="by-numbers"
        onSubmit={(event) => {
          event.preventDefault()
          if (polygon && most > 0) act({ do: 'replace', pieces: [simplifyPolygon(polygon, most)] })
        }}
      >
        <TextField className="field" value={tolerance} onChange={setTolerance}>
          <Label>{t('area.simplify')}</Label>
          <Input inputMode="decimal" />
        </TextField>
        <ActButton type="submit">{t('area.simplifyBy')}</ActButton>
      </form>
      <ActButton onPress={() => act({ do: 'putAside' })}>{t('area.another')}</ActButton>
    </details>
  )
}

const CorridorWidth = ({ editor: { draft, act } }: { editor: SteadyEditor }) => {
  const { t } = useLocale()
  return (
    <TextField
      className="field inline"
      type="number"
      value={String(draft.details.corridorWidthM)}
      onChange={(text) => {
        const widthM = Number(text)
        if (widthM >= MIN_WIDTH_M && widthM <= MAX_WIDTH_M) act({ do: 'widen', widthM })
      }}
    >
      <Label>{t('area.width')}</Label>
      <Input min={MIN_WIDTH_M} max={MAX_WIDTH_M} step={1} />
    </TextField>
  )
}

/** With the pointer's place: what shows it is drawn anew with each move, and nothing else of the tools. */
export const MakingNow = createContext<CornerDraft>(NOTHING_MADE)
const MakingBoxNow = (props: Omit<CornerInput, 'making'>) => <CornerBox {...props} making={use(MakingNow)} />

/** @param about `needed`: what is missing before there is an area; it stands there once `isMarked` */
export const Tools = ({
  editor,
  needed,
  isMarked,
}: {
  editor: SteadyEditor
  needed: string | null
  isMarked: boolean
}) => {
  const { t } = useLocale()
  const { draft, act, obstacle, areaImport } = editor
  const [pasting, setPasting] = useState(false)
  const tools = (list: typeof DRAWING) =>
    list.map(([tool, Icon]) => (
      <ToggleButton
        key={tool}
        className="tool"
        isSelected={draft.tool === tool}
        isDisabled={(NEEDS_AREA.includes(tool) && !draft.shape) || (tool === 'edit' && obstacle !== null)}
        onChange={(on) => {
          setPasting(false)
          act({ do: 'take', tool: on ? tool : 'none' })
        }}
      >
        <Icon />
        {t(`area.tools.${tool}`)}
      </ToggleButton>
    ))
  return (
    <fieldset className="block" data-needed={needed ? true : undefined}>
      <legend>{t('area.how')}</legend>
      <FieldProblem problem={isMarked ? needed : null} />
      <div className="tools area-tools">
        {tools(DRAWING)}
        <ToggleButton className="tool" isSelected={pasting} onChange={setPasting}>
          <PasteIcon />
          {t('area.tools.paste')}
        </ToggleButton>
        <FileTool areaImport={areaImport} />
        {tools(CHANGING)}
      </div>
      {draft.tool === 'corridor' || draft.shape?.kind === 'corridor' ? <CorridorWidth editor={editor} /> : null}
      <p className="hint" aria-live="polite">
        {draft.tool === 'none' && !draft.shape
          ? t('area.emptyHint', { formats: areaFormatsIn(t('area.or')) })
          : t(`area.hint.${draft.tool}`)}
        {draft.shape && obstacle ? t(`area.obstacles.${obstacle}`) : null}
      </p>
      {draft.notice ? (
        <p className="notice" role="status">
          {t(`area.notices.${draft.notice}`)}
        </p>
      ) : null}
      {isCornerTool(draft.tool) ? (
        <>
          <MakingBoxNow
            key={draft.tool}
            tool={draft.tool}
            hint={t(`area.hint.${draft.tool}`)}
            put={(at) => act({ do: 'place', at })}
            finish={() => act({ do: 'finish' })}
            stop={() => act({ do: 'take', tool: 'none' })}
            stepM={editor.stepM}
            setStepM={editor.setStepM}
            typed={editor.typed}
          />
          <p className="quiet">{t('area.submitKey')}</p>
        </>
      ) : null}
      {pasting ? <PasteBox areaImport={areaImport} done={() => setPasting(false)} /> : null}
      <ImportBox areaImport={areaImport} />
      <div className="row history">
        <IconButton
          label={t('area.undo')}
          keys="Ctrl Z"
          isDisabled={!canUndo(draft)}
          onPress={() => act({ do: 'undo' })}
        >
          <UndoIcon />
        </IconButton>
        <IconButton
          label={t('area.redo')}
          keys="Ctrl Y"
          isDisabled={!canRedo(draft)}
          onPress={() => act({ do: 'redo' })}
        >
          <RedoIcon />
        </IconButton>
        <IconButton
          label={t('area.clear')}
          isDisabled={!draft.shape}
          onPress={() => act({ do: 'commit', shape: null, next: 'none' })}
        >
          <TrashIcon />
        </IconButton>
        <IconButton
          label={`${t('area.snapping')}: ${t('area.snappingHelp')}`}
          pressed={editor.snapping}
          onPress={() => editor.setSnapping(!editor.snapping)}
        >
          <SnapIcon />
        </IconButton>
        {draft.shape?.kind === 'polygon' ? (
          <span className="quiet">{t('area.pasted', { corners: cornersOf(draft.shape.geometry) })}</span>
        ) : null}
      </div>
      {draft.shape && !isCornerTool(draft.tool) ? <WholeArea editor={editor} /> : null}
    </fieldset>
  )
}
