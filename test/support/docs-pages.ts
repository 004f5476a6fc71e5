/** The pages of docs for a server, out of which tests take what an administrator takes. */
import { readFileSync } from 'node:fs'

/** In the order in which they are followed. */
const PAGES = ['office', 'two-machines', 'companies', 'operate']

export const docsPage = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')

/** The texts of all blocks of a page in a language, in their order, without the spaces before a block in a list. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(([, indent, text]) =>
    text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

export const guideBlocks = (language: string): string[] => PAGES.flatMap((name) => blocksOf(docsPage(name), language))
