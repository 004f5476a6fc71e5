/** The way to the office's server: a window of its own on the desktop, another tab in a browser. */
import { useMutation } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { shell } from '../../shell.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'

export const OfficeLink = ({ href, label }: { href: string; label: string }) => {
  const { t } = useLocale()
  const opening = useMutation({ mutationFn: async () => (await shell?.openOffice(href)) ?? false })
  if (!shell) {
    return (
      <a className="act" href={href} target="_blank" rel="noreferrer">
        {label}
      </a>
    )
  }
  return (
    <>
      <ActButton busy={opening.isPending} onPress={() => opening.mutate()}>
        {label}
      </ActButton>
      {opening.data === false ? <p role="status">{t('office.away')}</p> : null}
      {opening.error ? <ProblemBox error={opening.error} /> : null}
    </>
  )
}
