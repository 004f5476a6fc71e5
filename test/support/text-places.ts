/** The names of the places in a message: `{name}`, and what a plural or a select is chosen by. */
import { IntlMessageFormat } from 'intl-messageformat'

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

const placesIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => [
    ...('value' in part && part.type !== 0 ? [part.value] : []),
    ...('options' in part ? Object.values(part.options).flatMap(({ value }) => placesIn(value)) : []),
  ])

export const placesOf = (message: string): Set<string> =>
  new Set(placesIn(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst()))
