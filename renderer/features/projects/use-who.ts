/** Who did something, in words. */
import { useQuery } from '@tanstack/react-query'
import { actorInWords } from '../../../server/texts/actor.ts'
import { useLocale } from '../../locale.tsx'
import { namesQuery } from '../users/api.ts'

export const useWho = (): ((actor: string) => string) => {
  const { t } = useLocale()
  const names = new Map(useQuery(namesQuery).data?.data.map(({ id, name }) => [id, name]))
  return (actor) => actorInWords(actor, names, t)
}
