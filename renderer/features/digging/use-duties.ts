/** How many things are to be done today, those that are overdue among them. */

import { useQuery } from '@tanstack/react-query'
import type { Today } from '../../../server/features/digging/schema.ts'
import { todayQuery } from './api.ts'

const countNow = ({ duties }: Today): number => duties.filter(({ when }) => when !== 'week').length

export const useDutiesToday = (): number => useQuery({ ...todayQuery, select: countNow }).data ?? 0
