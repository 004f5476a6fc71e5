/**
 * Files that were dropped or chosen: deliveries become a job that is opened; anything else is a file with an area. What is
 * in them tells which, and the server reads it: a ZIP, an XML file or several files are tried as deliveries first.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AREA_FILE_TYPES } from '../../../server/features/areas/schema.ts'
import type { ImportResult } from '../../../server/features/imports/schema.ts'
import { ApiError } from '../../api/client.ts'
import { goTo } from '../../place.ts'
import { learnJob } from '../jobs/api.ts'
import { importDeliveries, type NamedFile } from './api.ts'

/** UNKNOWN_TYPE: its name says that it is neither a delivery nor an area, and it was not read */
type FileNews = Pick<ImportResult['files'][number], 'name' | 'klic_number' | 'outcome'> & {
  fault: ImportResult['files'][number]['fault'] | 'UNKNOWN_TYPE'
}

export interface Imports {
  /** What is being read; null: nothing */
  reading: string | number | null
  /** What came of the last ones, where it has to be said; and what was wrong */
  told: readonly FileNews[] | null
  error: unknown
  /** The jobs that the files would make, to be confirmed before anything is stored */
  plan: ImportResult['jobs'] | null
  /** @param jobs KLIC numbers of each job of the plan, as the user arranged them */
  confirm: (jobs: readonly (readonly string[])[]) => Promise<void>
  open: (files: readonly NamedFile[]) => Promise<void>
  forget: () => void
}

const NOTHING = { reading: null, told: null, error: null, plan: null }

/** A name without a type says nothing: the contents decide. */
const isKnownType = (name: string): boolean => {
  const [type] = /\.\w+$/.exec(name.toLowerCase()) ?? []
  return type === undefined || AREA_FILE_TYPES.includes(type)
}

/** A delivery is one of these; any other file is never uploaded to find out. */
const mayBeDelivery = async (files: readonly NamedFile[]): Promise<boolean> => {
  if (files.length !== 1) return files.length > 0
  const head = new TextDecoder('latin1').decode(await files[0]!.file.slice(0, 16).arrayBuffer())
  return head.startsWith('PK') || /^[^\w]*<\?xml/.test(head)
}

const refused = (name: string, fault: FileNews['fault']): FileNews => ({
  ...{ name, fault },
  klic_number: null,
  outcome: 'refused',
})

/** Of files that are all refused the server says why, each in a sentence that begins with the name of the file. */
const refusedFiles = (error: unknown, files: readonly NamedFile[]): FileNews[] =>
  error instanceof ApiError && error.code === 'DELIVERY_UNREADABLE'
    ? (error.detail?.errors ?? []).map(({ code, message }) => {
        const { name } = files.find((each) => message.startsWith(`${each.name}: `)) ?? files[0]!
        return refused(name, code as FileNews['fault'])
      })
    : []

const isNoDelivery = (error: unknown): boolean =>
  error instanceof ApiError && error.detail?.errors?.every(({ code }) => code === 'NO_DELIVERY') === true

/** @param mayWrite who may only look draws areas of files, and imports nothing. @param takeArea takes a file with areas */
export const useImports = (mayWrite: boolean, takeArea: (file: File) => void): Imports => {
  const queries = useQueryClient()
  const [state, setState] = useState<Pick<Imports, 'reading' | 'told' | 'error' | 'plan'>>(NOTHING)
  const area = useRef(takeArea)
  const planned = useRef<readonly NamedFile[]>([])
  useEffect(() => {
    area.current = takeArea
  })
  // The same while nothing of it changes: the list is not drawn anew with each move of the pen.
  const send = useCallback(
    async (files: readonly NamedFile[], jobs?: readonly (readonly string[])[]) => {
      const only = files[0]!
      setState({ ...NOTHING, reading: files.length === 1 ? only.name : files.length })
      try {
        const answer = await importDeliveries(files, jobs)
        if (!('job' in answer)) {
          planned.current = files
          setState({ ...NOTHING, plan: answer.jobs })
          return
        }
        const { job, files: opened } = answer
        learnJob(queries, job)
        goTo({ job: job.job_id })
        setState({ ...NOTHING, told: opened.some(({ outcome }) => outcome !== 'imported') ? opened : null })
      } catch (error) {
        if (files.length === 1 && isNoDelivery(error)) {
          setState(NOTHING)
          area.current(only.file)
          return
        }
        const told = refusedFiles(error, files)
        setState(told.length > 0 ? { ...NOTHING, told } : { ...NOTHING, error })
      }
    },
    [queries],
  )
  const open = useCallback(
    async (files: readonly NamedFile[]) => {
      const [only] = files
      if (!only) return
      const unknown = files.filter(({ name }) => !isKnownType(name))
      if (unknown.length === files.length)
        return setState({ ...NOTHING, told: unknown.map(({ name }) => refused(name, 'UNKNOWN_TYPE')) })
      if (!mayWrite || !(await mayBeDelivery(files))) return area.current(only.file)
      await send(files)
    },
    [mayWrite, send],
  )
  return { ...state, open, confirm: (jobs) => send(planned.current, jobs), forget: () => setState(NOTHING) }
}
