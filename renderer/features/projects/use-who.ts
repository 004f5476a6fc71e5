/** Who did something: the name of a person or a key, never an id where a name is known. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { namesQuery } from '../users/api.ts'

export const useWho = (): ((actor: string) => string) => {
  const { t } = useLocale()
  const names = new Map(useQuery(namesQuery).data?.data.map(({ id, name }) => [id, name]))
  return (actor) => {
    const [, kind = '', rest = actor] = /^(\w+):(.*)$/s.exec(actor) ?? []
    const name = names.get(rest) ?? rest
    if (kind === 'key') return t('audit.key', { name })
    if (kind === 'mcp') return t('audit.mcp', { name })
    return t.find(`projects.who.${actor}`) ?? name
  }
}
