/** For how many jobs something is to be done today, those that are overdue among them. */

import { useQuery } from '@tanstack/react-query'
import type { Today } from '../../../server/features/digging/schema.ts'
import { todayQuery } from './api.ts'
import { cardsOf } from './today-cards.ts'

const countNow = ({ duties }: Today): number => cardsOf(duties).filter(({ first }) => first.when !== 'week').length

export const useJobsToday = (): number => useQuery({ ...todayQuery, select: countNow }).data ?? 0
