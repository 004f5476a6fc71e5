/** Who did something, as logs name them: a person or a key by its name, never by an id where a name is known. */
import type { Translate } from './texts.ts'

/** @param names by id */
export function actorInWords(actor: string, names: ReadonlyMap<string, string>, t: Translate): string {
  const [, kind = '', rest = actor] = /^(\w+):(.*)$/s.exec(actor) ?? []
  const name = names.get(rest) ?? rest
  if (kind === 'key' || kind === 'mcp') return t(`audit.${kind}`, { name })
  return t.find(`projects.who.${actor}`) ?? name
}
