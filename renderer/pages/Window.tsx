/** The one window: the map fills it, jobs on the left, what is selected on the right. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Session } from '../../server/contract/dashboard.ts'
import type { Job } from '../../server/contract/jobs.ts'
import { projectMapQuery } from '../api/projects.ts'
import { isPreliminary } from '../api/shown.ts'
import { useSpeech } from '../i18n/words.tsx'
import { useBackground } from '../map/background.ts'
import { isWide, MapView } from '../map/MapView.tsx'
import type { MapController, MapEvents } from '../map/map-controller.ts'
import type { Focus } from '../map/map-layer.ts'
import { useOpened } from '../opened.ts'
import { adjust, goTo, usePlace } from '../place.ts'
import { usePreferences } from '../preferences.ts'
import { CloseIcon, MenuIcon, WarningIcon } from '../ui/icons.tsx'
import { FoldContext, PANEL_NAME } from '../ui/PanelHead.tsx'
import { IconButton } from '../ui/parts.tsx'
import { AreaPanel } from './area/AreaPanel.tsx'
import { type AreaInHand, useArea } from './area/use-area.ts'
import { droppedFiles } from './imports/dropped-files.ts'
import { ImportNotice } from './imports/ImportNotice.tsx'
import { type Imports, useImports } from './imports/use-imports.ts'
import { JobPanel } from './job/JobPanel.tsx'
import { JobsTable } from './job/JobsTable.tsx'
import { PairingRequest } from './PairingRequest.tsx'
import { ProjectPanel } from './projects/ProjectPanel.tsx'
import { AskingCard } from './result/asking/AskingCard.tsx'
import { ResultTools } from './result/asking/ResultTools.tsx'
import { useAsking } from './result/asking/use-asking.ts'
import { DocumentView } from './result/DocumentView.tsx'
import { PrintContext, usePrint } from './result/print/use-print.ts'
import { wholeTurn } from './result/print/wish.ts'
import { LookContext } from './result/use-only.ts'
import { useOpenJob } from './result/use-result.ts'
import { Sidebar } from './Sidebar.tsx'
import { useScene } from './scene.ts'
import { Here } from './search/Here.tsx'
import { SearchBox } from './search/SearchBox.tsx'
import type { Sight } from './search/sight.ts'
import { SettingsPanel } from './settings/SettingsPanel.tsx'
import { FIRST_SECTION } from './settings/sections.ts'
import { useFold } from './use-fold.ts'
import { useRegions } from './use-regions.ts'

/** A file may be dropped anywhere; the map never navigates away because of one. */
const useFileDrop = ({ open }: Imports) => {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent(async (data: DataTransfer) => open(await droppedFiles(data)))
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setHovering(true)
    }
    const out = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setHovering(false)
      if (event.dataTransfer) void take(event.dataTransfer)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', out)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', out)
      removeEventListener('drop', drop)
    }
  }, [])
  return hovering
}

/** Undo, redo and Escape while an area is in hand; a text field keeps its own. */
const useAreaKeys = (isOpen: boolean, { draft, act }: AreaInHand) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (!isOpen || target.closest('input, textarea, select, [role=alertdialog]')) return
    const key = event.key.toLowerCase()
    const command = event.ctrlKey || event.metaKey
    if (command && (key === 'y' || (key === 'z' && event.shiftKey))) act({ do: 'redo' })
    else if (command && key === 'z') act({ do: 'undo' })
    else if (key === 'escape' && draft.tool !== 'none' && !draft.sketch)
      // First corner by corner what is being made, then the tool.
      act(draft.making.corners.length > 0 ? { do: 'undo' } : { do: 'take', tool: 'none' })
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [])
}

const Banner = ({ environment }: { environment: Session['environment'] }) => {
  const { words } = useSpeech()
  if (environment === 'production') return null
  return (
    <aside className="banner" aria-label={words.whichRegistry}>
      <WarningIcon /> {environment === 'simulator' ? words.simulator : words.registryTest}
    </aside>
  )
}

/** On the map itself, whatever is folded or open beside it. */
const NoResult = ({ job }: { job: Job }) => {
  const { words } = useSpeech()
  if (!isPreliminary(job)) return null
  return (
    <p className="no-result">
      <WarningIcon /> {words.soFar.onMap}
    </p>
  )
}

const chooseMap = () => goTo({ settings: 'maps' })

export const Window = ({ session }: { session: Session }) => {
  const { words } = useSpeech()
  const place = usePlace()
  const queries = useQueryClient()
  const { scheme } = usePreferences()
  const background = useBackground(session.environment)
  const inHand = useArea(place.area)
  const onProject = useQuery(projectMapQuery(place.project)).data?.data
  const [sight, look] = useState<Sight | null>(null)
  const here = useMemo(() => <Here look={look} />, [])
  const lookAt = useCallback((bounds: Focus['bounds']) => look({ key: `place:${performance.now()}`, bounds }), [])
  const opened = useOpenJob(place.area ? null : place.job, place.picked, scheme, lookAt)
  const onResult = useAsking(opened)
  const seen = useRef<MapController['view'] | null>(null)
  const onPaper = usePrint(opened, place, seen)
  const scene = useScene(place, inHand, opened, onProject, { scheme, background }, sight, onResult, onPaper)
  const [lookedAgain, lookAgain] = useReducer((times: number) => times + 1, 0)
  // To be flown to once more, from wherever somebody has looked meanwhile.
  const wish = { ...scene, focus: scene.focus && { ...scene.focus, key: `${scene.focus.key} ${lookedAgain}` } }
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const isIncomplete = wish.layers.some(({ id }) => id === incomplete)
  // The map first: while the server and the map's own worker are at the result, there is time to put its panel together.
  const told = useDeferredValue(opened.job?.job_id)
  const isTold = told === opened.job?.job_id || !isWide()
  const open = {
    ...opened,
    ...(isTold ? {} : { job: undefined, summary: undefined }),
    failed: opened.failed || isIncomplete,
  }
  const [drawerOpen, setDrawerOpen] = useState(false)
  const fold = useFold(place)
  const imports = useImports(session.permissions.includes('write'), (file) => {
    goTo({ area: true })
    void inHand.areaImport.open(file, file.name)
  })
  const isDropping = useFileDrop(imports)
  useAreaKeys(place.area, inHand)
  useRegions()
  useOpened(FIRST_SECTION)
  const status = open.job?.status
  // The list learns at once what the open job shows.
  useEffect(() => {
    if (status) void queries.invalidateQueries({ queryKey: ['jobs'] })
  }, [status, queries])
  const { act } = inHand
  const reframe = (change: Partial<NonNullable<typeof onPaper.wish.frame>>) => {
    const { frame } = onPaper.wish
    if (frame) flushSync(() => onPaper.change({ frame: { ...frame, ...change } }))
  }
  const mayWrite = session.permissions.includes('write')
  const spotActs = {
    lookUp: place.job && !place.area ? (picked: string[]) => adjust({ picked }) : undefined,
    measure: onResult.jobId
      ? (at: readonly [number, number]) => {
          onResult.act({ do: 'take', tool: 'distance' })
          onResult.act({ do: 'place', at: [...at] })
        }
      : undefined,
    begin: mayWrite
      ? (at: readonly [number, number]) => {
          goTo({ area: true })
          act({ do: 'take', tool: 'polygon' })
          act({ do: 'place', at: [...at] })
        }
      : undefined,
  }
  const events: Omit<MapEvents, 'far' | 'asked'> = {
    picked: (picked) => {
      if (place.job) adjust({ picked })
    },
    incomplete: setIncomplete,
    sketched: (shape) => act({ do: 'sketch', shape }),
    finished: (shape) => act({ do: 'commit', shape, next: 'edit' }),
    frameMoved: (middle) => reframe({ middle }),
    frameTurned: (degrees) => reframe({ degrees: wholeTurn(degrees) }),
    ...(place.area
      ? {
          // The line is there in the frame in which the pointer moved, and the price is asked in it.
          pointed: (at) => flushSync(() => act({ do: 'point', at })),
          placed: (at) => act({ do: 'place', at }),
          completed: () => act({ do: 'finish' }),
          takenBack: () => act({ do: 'undo' }),
          typed: inHand.type,
        }
      : {
          pointed: (at) => onResult.act({ do: 'point', at }),
          placed: (at) => onResult.act({ do: 'place', at }),
          completed: () => onResult.act({ do: 'finish' }),
          takenBack: () => onResult.act({ do: 'back' }),
          typed: onResult.type,
        }),
  }
  const isWidePanel = place.settings !== null || place.table
  const isOpen = place.area || isWidePanel || place.project !== null || place.job !== null
  return (
    <LookContext value={look}>
      <div
        className="window"
        data-right={(isOpen && !isWidePanel) || undefined}
        data-settings={isWidePanel || undefined}
        data-drawer={drawerOpen || undefined}
        data-folded={fold?.isFolded || undefined}
      >
        <MapView
          content={wish}
          events={events}
          background={background}
          isFolded={fold?.isFolded ?? false}
          onSetUp={session.permissions.includes('admin') ? chooseMap : null}
          more={here}
          seen={seen}
          spotActs={spotActs}
        />
        <Banner environment={session.environment} />
        {opened.job && !place.settings ? <NoResult job={opened.job} /> : null}
        {session.permissions.includes('admin') ? <PairingRequest /> : null}
        <SearchBox look={look} jobId={place.job} summary={open.summary} />
        {isTold ? <ResultTools onResult={onResult} /> : null}
        {open.summary && onResult.asking.tool ? <AskingCard onResult={onResult} summary={open.summary} /> : null}
        <div className="drawer-button">
          <IconButton label={words.menu} aria-expanded={drawerOpen} onPress={() => setDrawerOpen(!drawerOpen)}>
            {drawerOpen ? <CloseIcon /> : <MenuIcon />}
          </IconButton>
        </div>
        <nav
          className="panel left"
          aria-label={words.jobs.title}
          onClickCapture={(event) => {
            const target = event.target as HTMLElement
            if (target.closest('.job-item[data-selected]')) lookAgain()
            if (target.closest('.job-item, .new-area, .way, .preferences .icon-button')) setDrawerOpen(false)
          }}
        >
          <Sidebar
            place={place}
            company={session.company}
            environment={session.environment}
            openFiles={session.permissions.includes('write') ? imports.open : null}
          />
        </nav>
        {isOpen ? (
          <aside
            className="panel right"
            data-wide={isWidePanel || undefined}
            data-table={place.table || undefined}
            aria-labelledby={PANEL_NAME}
          >
            <FoldContext value={fold}>
              {place.area ? <AreaPanel inHand={inHand} session={session} /> : null}
              {place.project ? <ProjectPanel key={place.project} projectId={place.project} /> : null}
              {place.table ? <JobsTable mayWrite={session.permissions.includes('write')} /> : null}
              {place.settings ? <SettingsPanel session={session} section={place.settings} /> : null}
              {place.job ? (
                <PrintContext value={onPaper}>
                  <JobPanel open={open} place={place} session={session} inHand={inHand} onLook={lookAgain} />
                </PrintContext>
              ) : null}
            </FoldContext>
          </aside>
        ) : null}
        {place.document !== null && open.job ? (
          <DocumentView key={place.document} job={open.job} no={place.document} />
        ) : null}
        <ImportNotice imports={imports} />
        {isDropping ? <div className="drop-here">{words.area.dropHere}</div> : null}
      </div>
    </LookContext>
  )
}
