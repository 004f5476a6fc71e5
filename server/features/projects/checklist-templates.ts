/** Checklists of the house; a company adds its own. What they say are the texts `checklist`, in our own words. */
import type { Language } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'

/** What careful digging asks for (in Dutch "zorgvuldig graven": the duties of the digger in the law on information about networks, WIBON). */
export const BUILT_IN_TEMPLATES = [
  'careful-digging-preparation',
  'careful-digging-execution',
  'careful-digging-completion',
] as const

/**
 * The steps of careful digging as CROW 500 names them, in the order of the dig, from the initiative over research, design and preparation to
 * the execution. CROW's text was not read, and nothing here claims that a dig complies with it. Source of steps, figures and duties:
 * kabelenleidingoverleg.nl, schadepreventie.com, Kadaster. Figures of CROW 250 (2008, replaced in 2017) are called so.
 */
export const CROW_STEPS = [
  'crow-500-conflicts',
  'crow-500-operators',
  'crow-500-risks',
  'crow-500-inventory',
  'crow-500-locate',
  'crow-500-dig',
  'crow-500-evaluate',
] as const

type TemplateId = (typeof BUILT_IN_TEMPLATES | typeof CROW_STEPS)[number]

export function templateIn(language: Language, id: TemplateId): { id: string; name: string; items: string[] } {
  const t = translate(language)
  const items: string[] = []
  for (let no = 1; ; no++) {
    const item = t.find(`checklist.${id}.items.${no}`)
    if (item === undefined) return { id, name: t(`checklist.${id}.name`), items }
    items.push(item)
  }
}
