/** Who did something, in words. */
import { useSpeech } from '../../i18n/words.tsx'

export const useWho = (): ((actor: string) => string) => {
  const { words } = useSpeech()
  return (actor) => words.projects.who[actor] ?? actor.replace(/^\w+:/, '')
}
