/** docs/office.md, out of which tests take what an administrator takes. */
import { readFileSync } from 'node:fs'

const GUIDE = readFileSync(new URL('../../docs/office.md', import.meta.url), 'utf8')

/** The texts of all blocks in a language, in their order, without the spaces before a block in a list. */
export const guideBlocks = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(([, indent, text]) =>
    text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
