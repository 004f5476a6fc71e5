/** Theme, operator and colour of a row of a result, in the words of the window. */
import type { JobSummary } from '../../../../server/features/jobs/dashboard-schema.ts'

type Cell = string | number | boolean | null | undefined

export const namesOf =
  ({ themes, operators }: JobSummary, themeName: (id: string, otherwise?: string) => string, noTheme: string) =>
  ({ thema, bronhouder }: Record<string, Cell>): { theme: string; operator: string; colour: string } => {
    const theme = themes.find((each) => each.thema === thema)
    return {
      theme: typeof thema === 'string' ? themeName(thema, theme?.naam) : noTheme,
      operator: operators.find(({ code }) => code === bronhouder)?.name ?? String(bronhouder ?? ''),
      colour: theme?.colour ?? 'currentColor',
    }
  }
