/** What the registry said, by code: in our words where it has none that a person could use. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'

export const RegistrySays = ({
  errors,
  ref,
}: {
  errors: readonly Pick<Job['errors'][number], 'code' | 'message'>[]
  ref?: React.Ref<HTMLUListElement>
}) => {
  const { t } = useLocale()
  // Said of the order and of its part alike, it is read once.
  const said = [...new Map(errors.map((error) => [error.code + error.message, error])).values()]
  if (said.length === 0) return null
  return (
    <ul ref={ref} className="registry-says">
      {said.map(({ code, message }) => (
        <li key={code + message}>
          {t.find(`partError.${code}`) ?? (
            <>
              <code>{code}</code> {message}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
