/** Who did something: the name of a person or a key, never an id where a name is known. */
import { useQuery } from '@tanstack/react-query'
import { namesQuery } from '../../api/people.ts'
import { useSpeech } from '../../i18n/words.tsx'

export const useWho = (): ((actor: string) => string) => {
  const { words } = useSpeech()
  const names = new Map(useQuery(namesQuery).data?.data.map(({ id, name }) => [id, name]))
  return (actor) => {
    const [, kind = '', rest = actor] = /^(\w+):(.*)$/s.exec(actor) ?? []
    const name = names.get(rest) ?? rest
    if (kind === 'key') return words.audit.key(name)
    if (kind === 'mcp') return words.audit.mcp(name)
    return words.projects.who[actor] ?? name
  }
}
