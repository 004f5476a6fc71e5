/** Why an area was not saved or filed, and the way to the setting that solves it. */
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { FIRST_SECTION } from '../settings/sections.ts'

/** What a notification needs stands with the company, but for who pays. */
export const sectionOf = (setting: string): string => (setting.startsWith('billing.') ? 'billing' : FIRST_SECTION)

export const FilingProblem = ({ error }: { error: unknown }) => {
  const { t } = useLocale()
  const complaints = error instanceof ApiError ? (error.detail?.errors ?? []) : []
  const setting = complaints.find((complaint) => complaint.setting !== undefined)?.setting
  return (
    <ProblemBox error={error}>
      {setting !== undefined ? (
        <ActButton weight="quiet" onPress={() => goTo({ settings: sectionOf(setting) })}>
          {t('area.toSettings')}
        </ActButton>
      ) : null}
    </ProblemBox>
  )
}
