/** The one window: the map fills it, jobs on the left, what is selected on the right. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { Session } from '../../server/features/users/session-schema.ts'
import { isPreliminary } from '../api/job-result.ts'
import { AreaPanel } from '../features/areas/AreaPanel.tsx'
import { type AreaEditor, useArea } from '../features/areas/use-area.ts'
import { useAreaKeys } from '../features/areas/use-area-keys.ts'
import { ImportNotice } from '../features/imports/ImportNotice.tsx'
import { useFileDrop } from '../features/imports/use-file-drop.ts'
import { useImports } from '../features/imports/use-imports.ts'
import { JobPanel } from '../features/jobs/JobPanel.tsx'
import { JobsTable } from '../features/jobs/JobsTable.tsx'
import { PairingRequest } from '../features/keys/PairingRequest.tsx'
import { projectMapQuery } from '../features/projects/api.ts'
import { ProjectPanel } from '../features/projects/ProjectPanel.tsx'
import { DocumentView } from '../features/results/DocumentView.tsx'
import { PrintContext, type PrintSetup, usePrint } from '../features/results/print/use-print.ts'
import { QueryCard } from '../features/results/query-tools/QueryCard.tsx'
import { ResultTools } from '../features/results/query-tools/ResultTools.tsx'
import { useQueryTool } from '../features/results/query-tools/use-query-tool.ts'
import { LookContext } from '../features/results/use-only.ts'
import { type OpenJob, useOpenJob } from '../features/results/use-result.ts'
import { OwnLocation } from '../features/search/OwnLocation.tsx'
import { SearchBox } from '../features/search/SearchBox.tsx'
import type { Sight } from '../features/search/sight.ts'
import { SettingsPanel } from '../features/settings/SettingsPanel.tsx'
import { FIRST_SECTION } from '../features/settings/sections.ts'
import { TrenchContext, type TrenchSetup, useTrenchPlan } from '../features/trenches/use-trench-plan.ts'
import { useLocale } from '../locale.tsx'
import { useBackground } from '../map/background.ts'
import { MapView } from '../map/MapView.tsx'
import type { MapController } from '../map/map-controller.ts'
import type { Focus } from '../map/map-layer.ts'
import { isWide, LEFT_PANEL, RIGHT_PANEL } from '../map/panels-over-map.ts'
import { useOpened } from '../opened.ts'
import { goTo, type Place, usePlace } from '../place.ts'
import { usePreferences } from '../preferences.ts'
import { CloseIcon, MenuIcon, WarningIcon } from '../ui/icons.tsx'
import { FoldContext, PANEL_NAME } from '../ui/PanelHead.tsx'
import { IconButton } from '../ui/parts.tsx'
import { useFold } from '../ui/use-fold.ts'
import { Banner } from './Banner.tsx'
import { ListEdge } from './ListEdge.tsx'
import { mapEvents, spotActs } from './map-acts.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useScene } from './scene.ts'
import { useRegions } from './use-regions.ts'

/** On the map itself, with any panel folded or open. */
const NoResult = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  if (!isPreliminary(job)) return null
  return (
    <p className="no-result">
      <WarningIcon /> {t('soFar.onMap')}
    </p>
  )
}

interface PanelContext {
  place: Place
  session: Session
  editor: AreaEditor
  open: OpenJob
  onPaper: PrintSetup
  trenches: TrenchSetup | null
  lookAgain: () => void
}

/** What may stand on the right: the first that the address names. */
const PANELS: readonly {
  isOpen: (place: Place) => boolean
  isWide?: true
  show: (held: PanelContext) => React.ReactNode
}[] = [
  {
    isOpen: ({ settings }) => settings !== null,
    isWide: true,
    show: ({ place, session }) => <SettingsPanel session={session} section={place.settings ?? FIRST_SECTION} />,
  },
  {
    isOpen: ({ table }) => table,
    isWide: true,
    show: ({ session }) => <JobsTable mayWrite={session.permissions.includes('write')} />,
  },
  {
    isOpen: ({ area }) => area,
    show: ({ place, editor, session }) => <AreaPanel key={place.corrects} editor={editor} session={session} />,
  },
  {
    isOpen: ({ project }) => project !== null,
    show: ({ place }) => <ProjectPanel key={place.project} projectId={place.project ?? ''} />,
  },
  {
    isOpen: ({ job }) => job !== null,
    show: ({ place, session, editor, open, onPaper, trenches, lookAgain }) => (
      <PrintContext value={onPaper}>
        <TrenchContext value={trenches}>
          <JobPanel open={open} place={place} session={session} editor={editor} onLook={lookAgain} />
        </TrenchContext>
      </PrintContext>
    ),
  },
]

const chooseMap = () => goTo({ settings: 'maps' })

export const Window = ({ session }: { session: Session }) => {
  const { t } = useLocale()
  const place = usePlace()
  const queries = useQueryClient()
  const { scheme, listWidth } = usePreferences()
  const editor = useArea(place)
  const onProject = useQuery(projectMapQuery(place.project)).data?.data
  const [sight, look] = useState<Sight | null>(null)
  const here = useMemo(() => <OwnLocation look={look} />, [])
  const lookAt = useCallback((bounds: Focus['bounds']) => look({ key: `place:${performance.now()}`, bounds }), [])
  const opened = useOpenJob(place.area ? null : place.job, place.picked, scheme, lookAt)
  const isReal = place.project !== null || (place.job !== null && opened.job?.simulated !== true)
  const background = useBackground(session.environment, isReal)
  const onResult = useQueryTool(opened)
  const seen = useRef<MapController['view'] | null>(null)
  const onPaper = usePrint(opened, place, seen)
  const mayWrite = session.permissions.includes('write')
  const trenches = useTrenchPlan(opened, place, onResult, mayWrite)
  const { isResultComing, hasGround, shortened, ...scene } = useScene(
    place,
    editor,
    opened,
    onProject,
    { scheme, background },
    sight,
    onResult,
    onPaper,
    trenches,
  )
  const [looks, lookAgain] = useReducer((times: number) => times + 1, 0)
  // To be flown to once more, from wherever somebody has looked meanwhile.
  const content = { ...scene, looks }
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const isIncomplete = content.layers.some(({ id }) => id === incomplete)
  // The map first: while the server and the map's own worker are at the result, there is time to put its panel together.
  const told = useDeferredValue(opened.job?.job_id)
  const isTold = told === opened.job?.job_id || !isWide()
  const open = {
    ...opened,
    ...(isTold ? {} : { job: undefined, summary: undefined }),
    failed: opened.failed || isIncomplete,
  }
  // Only where it was opened: all that is chosen in it lies below it.
  const where = [place.job, place.project, place.area, place.corrects, place.settings].join(' ')
  const [turnedAt, setTurnedAt] = useState<string | null>(null)
  const fold = useFold(place)
  const imports = useImports(mayWrite, (file) => {
    // It belongs to what is drawn; from elsewhere it is a new area.
    if (!place.area) goTo({ area: true })
    void editor.areaImport.open(file, file.name)
  })
  const isDropping = useFileDrop(imports)
  useAreaKeys(place.area, editor)
  useRegions()
  useOpened(FIRST_SECTION)
  const status = open.job?.status
  // The list learns at once what the open job shows.
  useEffect(() => {
    if (status) void queries.invalidateQueries({ queryKey: ['jobs'] })
  }, [status, queries])
  const events = mapEvents(place, editor, onResult, onPaper, setIncomplete)
  const panel = PANELS.find(({ isOpen }) => isOpen(place))
  const isWidePanel = panel?.isWide === true
  // On a narrow window the list is what one begins with; next to what was opened it comes when asked for.
  const drawerOpen = (turnedAt === where) === (panel !== undefined)
  return (
    <LookContext value={look}>
      <div
        className="window"
        data-right={(panel && !isWidePanel) || undefined}
        data-settings={isWidePanel || undefined}
        data-drawer={drawerOpen || undefined}
        data-folded={fold?.isFolded || undefined}
        style={listWidth === null ? undefined : { ['--own-list' as string]: `${listWidth}px` }}
      >
        <MapView
          content={content}
          events={events}
          background={background}
          isFolded={panel ? (fold?.isFolded ?? false) : !drawerOpen}
          isResultComing={isResultComing}
          hasGround={hasGround}
          shortened={shortened}
          onSetUp={session.permissions.includes('admin') ? chooseMap : null}
          more={here}
          seen={seen}
          spotActs={spotActs(place, editor, onResult, mayWrite)}
        />
        <Banner environment={session.environment} job={opened.job} />
        {opened.job && !place.settings ? <NoResult job={opened.job} /> : null}
        {session.permissions.includes('admin') ? <PairingRequest /> : null}
        <SearchBox look={look} jobId={place.job} summary={open.summary} />
        {isTold ? <ResultTools onResult={onResult} /> : null}
        {open.job && open.summary && onResult.query.tool ? (
          <QueryCard onResult={onResult} job={open.job} summary={open.summary} />
        ) : null}
        <div className="drawer-button">
          <IconButton
            label={t('menu')}
            aria-expanded={drawerOpen}
            onPress={() => setTurnedAt(turnedAt === where ? null : where)}
          >
            {drawerOpen ? <CloseIcon /> : <MenuIcon />}
          </IconButton>
        </div>
        <div className="left-column">
          <nav
            ref={LEFT_PANEL}
            className="panel left"
            aria-label={t('jobs.title')}
            onClickCapture={(event) => {
              const target = event.target as HTMLElement
              // Done in its row, without a way to another place.
              if (target.closest('.job-item .act')) return
              if (target.closest('.job-item[data-selected]')) lookAgain()
              // It leads to the search, over the map.
              if (!panel && target.closest('.way')) setTurnedAt(where)
              else if (target.closest('.job-item, .new-area, .way, .preferences .icon-button')) setTurnedAt(null)
            }}
          >
            <Sidebar
              place={place}
              company={session.company}
              mayWrite={mayWrite}
              environment={session.environment}
              openFiles={mayWrite ? imports.open : null}
            />
            <ListEdge />
          </nav>
          <ImportNotice imports={imports} />
        </div>
        {panel ? (
          <aside
            ref={RIGHT_PANEL}
            className="panel right"
            data-wide={isWidePanel || undefined}
            data-table={place.table || undefined}
            aria-labelledby={PANEL_NAME}
          >
            <FoldContext value={fold}>
              {panel.show({ place, session, editor, open, onPaper, trenches, lookAgain })}
            </FoldContext>
          </aside>
        ) : null}
        {place.document !== null && open.job ? (
          <DocumentView key={place.document} job={open.job} no={place.document} />
        ) : null}
        <Shortcuts />
        {isDropping ? <div className="drop-here">{t('area.dropHere')}</div> : null}
      </div>
    </LookContext>
  )
}
