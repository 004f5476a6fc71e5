/** The secret address of the own calendar: made, shown once like a key, revoked. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { calendarQuery, isOnlyHere, makeCalendar, revokeCalendar } from '../users/api.ts'

export const CalendarAddress = () => {
  const { t, language, moment } = useLocale()
  const queries = useQueryClient()
  const { data, error } = useQuery(calendarQuery)
  const refresh = () => queries.invalidateQueries({ queryKey: calendarQuery.queryKey })
  // The address must not outlive this page.
  const making = useMutation({ mutationFn: () => makeCalendar(language), onSettled: refresh, gcTime: 0 })
  const revoking = useMutation({
    mutationFn: revokeCalendar,
    onSuccess: () => making.reset(),
    onSettled: refresh,
  })
  const problem = error ?? making.error ?? revoking.error
  const since = data?.created_at ?? null
  return (
    <section className="block">
      <h4>{t('account.calendar.title')}</h4>
      <p>{t('account.calendar.what')}</p>
      <p className="quiet">
        {t('account.calendar.readers')} {isOnlyHere() ? t('account.calendar.onlyHere') : null}
      </p>
      {since !== null ? (
        <p>
          {t('account.calendar.made', { when: moment(since) })} {t('account.calendar.anewWhy')}
        </p>
      ) : null}
      {making.data ? (
        <div className="secret" role="status">
          <strong>{t('account.calendar.once')}</strong>
          <Copyable text={making.data.address} label={t('account.calendar.address')} />
        </div>
      ) : null}
      {data ? (
        <div className="row">
          {since === null ? (
            <ActButton busy={making.isPending} onPress={() => making.mutate()}>
              {t('account.calendar.make')}
            </ActButton>
          ) : (
            <>
              <SureButton
                label={t('account.calendar.anew')}
                sure={t('form.sure')}
                busy={making.isPending}
                onPress={() => making.mutate()}
              />
              <SureButton
                label={t('account.calendar.revoke')}
                sure={t('form.sure')}
                busy={revoking.isPending}
                onPress={() => revoking.mutate()}
              />
            </>
          )}
        </div>
      ) : null}
      {problem ? <ProblemBox error={problem} /> : null}
    </section>
  )
}
