/** Over the map: that deliveries are being read, what became of each, and what was wrong with them. */
import { ApiError } from '../../api/client.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { IconButton, ProblemBox } from '../../ui/parts.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import type { Imports } from './use-imports.ts'

/** A folder can hold thousands of files that belong to no delivery; what became of deliveries comes first. */
const MAX_SAID = 20

export const ImportNotice = ({ imports: { reading, told, error, plan, confirm, forget } }: { imports: Imports }) => {
  const { words } = useSpeech()
  const { imports: text } = words
  if (reading !== null) {
    return (
      <p className="import-notice" role="status">
        {text.reading(reading)}
      </p>
    )
  }
  if (plan) {
    const key = plan.flatMap(({ klic_numbers }) => klic_numbers).join(' ')
    return <ImportPlan key={key} jobs={plan} confirm={confirm} cancel={forget} />
  }
  const faults: Readonly<Record<string, string>> = text.fault
  const refused = error instanceof ApiError ? (error.detail?.errors ?? []).filter(({ code }) => faults[code]) : []
  if (!told && !error) return null
  const said = told ?? []
  return (
    <section className="import-notice" role={error ? 'alert' : 'status'}>
      <header className="row spread">
        <strong>{error ? text.nothing : text.title}</strong>
        <IconButton label={words.close} onPress={forget}>
          <CloseIcon />
        </IconButton>
      </header>
      {error && refused.length === 0 ? <ProblemBox error={error} /> : null}
      <ul>
        {refused.map(({ code, message }) => (
          <li key={message}>{faults[code]}</li>
        ))}
        {said.slice(0, MAX_SAID).map(({ name, outcome, klic_number, fault }) => (
          <li key={name + outcome}>
            {klic_number ?? name}: {fault ? faults[fault] : text.outcome[outcome]}
          </li>
        ))}
        {said.length > MAX_SAID ? <li>{text.more(said.length - MAX_SAID)}</li> : null}
      </ul>
    </section>
  )
}
