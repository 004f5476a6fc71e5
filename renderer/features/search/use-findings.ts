/** What a text may mean, in groups: a place by its coordinates or its name, jobs, addresses, and what was looked for before. */
import { useQuery } from '@tanstack/react-query'
import type { Position } from 'geojson'
import { useEffect } from 'react'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { useLocale } from '../../locale.tsx'
import { readCoordinates } from '../../map/read-coordinates.ts'
import { placesQuery } from '../areas/api.ts'
import { jobsFoundQuery } from '../jobs/api.ts'
import { jobTitle } from '../jobs/job-title.ts'
import type { PartOfResult } from '../results/api.ts'
import { placesCalled } from './gazetteer-api.ts'
import { gazetteerQuery } from './places-api.ts'
import { findPostcode } from './postcodes.ts'
import { foundAddresses, recentPlaces, rememberAddresses } from './recent.ts'
import { usePaused } from './use-paused.ts'

export type Finding = {
  key: string
  text: string
  note: string
} /** reachM: of a municipality, how far around it one looks */ & (
  | { kind: 'place'; rd: Position; isPoint: boolean; reachM?: number | null }
  | { kind: 'job'; jobId: string }
  /** All jobs that match, in the list. */
  | { kind: 'all-jobs'; search: string }
  | { kind: 'part'; of: PartOfResult }
)
/** Places of the own list: an address stays in sight below them. */
const MAX_NAMED = 4
const MAX_RECENT = { untyped: 8, typed: 4 }

export interface Findings {
  groups: { name: string; findings: Finding[] }[]
  /** The register of addresses can't be asked. */
  isOffline: boolean
  /** Jobs can't be: that none is found says nothing. */
  isAway: boolean
  /** The answer is still to come. */
  isLooking: boolean
}

/** @param summary of the result that is open */
export const useFindings = (typed: string, isOpen: boolean, summary: JobSummary | undefined): Findings => {
  const { t, number, theme } = useLocale()
  const text = typed.trim()
  const lower = text.toLowerCase()
  const paused = usePaused(text)
  const point = readCoordinates(text)
  const asksRegister = isOpen && paused === text && !point && /\p{L}{2}|^[1-9]\d{3}$/u.test(text)
  const places = useQuery({ ...placesQuery(paused), enabled: asksRegister })
  const jobs = useQuery({ ...jobsFoundQuery(paused), enabled: isOpen && paused !== '' })
  const named = useQuery({ ...gazetteerQuery, enabled: isOpen }).data
  useEffect(() => {
    const addresses = places.data?.data.filter(({ kind }) => kind === 'address') ?? []
    rememberAddresses(addresses.map(({ text: said, rd }) => ({ text: said, rd })))
  }, [places.data])

  const atPoint: Finding[] = point
    ? [
        {
          kind: 'place',
          key: 'point',
          rd: point.rd,
          isPoint: true,
          text: t('search.rd', { x: number(point.rd[0]!, 2), y: number(point.rd[1]!, 2) }),
          note: point.system === 'degrees' ? t('search.fromDegrees') : '',
        },
      ]
    : []
  const ofJobs: Finding[] = (text ? (jobs.data?.data ?? []) : []).map((job) => ({
    kind: 'job',
    key: job.job_id,
    jobId: job.job_id,
    text: jobTitle(t, job),
    note: [
      ...job.klic_numbers.filter((each) => each.toLowerCase().includes(lower)).slice(0, 1),
      t(`pill.${job.next_action_reason}`),
    ].join(' · '),
  }))
  const more = text ? (jobs.data?.pagination.total ?? 0) - ofJobs.length : 0
  if (more > 0)
    ofJobs.push({
      kind: 'all-jobs',
      key: 'all-jobs',
      text: t('search.moreJobs', { n: more }),
      note: t('search.inList'),
      search: text,
    })
  const byName: Finding[] = (point ? [] : placesCalled(named ?? [], text, MAX_NAMED)).map((place) => ({
    kind: 'place',
    key: `named:${place.name}:${place.rd}`,
    rd: place.rd,
    isPoint: false,
    reachM: place.reachM,
    text: place.name,
    note: [place.other, place.kind === 'town' ? '' : t(`search.placeKinds.${place.kind}`), place.province]
      .filter(Boolean)
      .join(' · '),
  }))
  const postcode = isOpen && !point ? findPostcode(text, foundAddresses()) : null
  const ofPostcode: Finding[] = postcode
    ? [
        {
          kind: 'place',
          key: `postcode:${postcode.text}`,
          rd: postcode.rd,
          isPoint: false,
          text: postcode.text,
          note: t('search.postcodeOf', { addresses: postcode.addresses }),
        },
      ]
    : []
  const ofRegister: Finding[] = (asksRegister ? (places.data?.data ?? []) : []).map((place) => ({
    kind: 'place',
    key: place.text,
    rd: place.rd,
    isPoint: place.kind === 'address',
    text: place.text,
    note: '',
  }))
  const shown = new Set([...ofRegister, ...byName].map((each) => each.text))
  const before = isOpen ? [...recentPlaces(), ...(text ? foundAddresses() : [])] : []
  const recent: Finding[] = before
    .filter((place, i) => before.findIndex((other) => other.text === place.text) === i)
    .filter((place) => place.text.toLowerCase().includes(lower) && !shown.has(place.text))
    .slice(0, text ? MAX_RECENT.typed : MAX_RECENT.untyped)
    .map((place) => ({
      kind: 'place',
      key: `recent:${place.text}`,
      rd: place.rd,
      isPoint: place.isPoint ?? true,
      text: place.text,
      note: '',
    }))
  const ofResult: Finding[] = [
    ...(summary?.themes ?? []).map(({ thema, naam }) => ({
      of: { theme: thema },
      text: theme(thema, naam),
      note: t('search.theme'),
    })),
    ...(summary?.operators ?? [])
      .filter(({ delivered }) => delivered)
      .map(({ code, name }) => ({
        of: { operator: code },
        text: name,
        note: t('search.operator'),
      })),
  ]
    .filter((each) => text && each.text.toLowerCase().includes(lower))
    .map((each) => ({ kind: 'part', key: `part:${Object.values(each.of)[0]}`, ...each }))
  const groups = [
    { name: t('search.coordinates'), findings: atPoint },
    { name: t('search.ofResult'), findings: ofResult },
    { name: t('search.jobs'), findings: ofJobs },
    { name: t('search.postcode'), findings: ofPostcode },
    { name: t('search.named'), findings: byName },
    { name: t('search.places'), findings: ofRegister },
    { name: t('search.recent'), findings: point ? [] : recent },
  ].filter(({ findings }) => findings.length > 0)
  return {
    groups,
    isOffline: asksRegister && (places.isError || places.data?.available === false),
    isAway: text !== '' && jobs.failureReason !== null,
    isLooking: text !== paused || jobs.isFetching,
  }
}
