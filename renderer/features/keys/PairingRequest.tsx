/**
 * A program on this computer asks for a key: the same code stands in both places, and one answer settles it. It opens next to
 * the current page and stops nothing; screen readers read it.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { decidePairing, pairingsQuery } from '../results/gis-api.ts'

/** Not drawn anew with each move of the pen. */
export const PairingRequest = memo(() => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const waiting = useQuery(pairingsQuery).data?.data ?? []
  const [newest] = waiting
  const [shown, show] = useState<string | undefined>(undefined)
  // What a hand is about to answer stays until it is answered; who asked later is one press away.
  const asked = waiting.find(({ pairing_id }) => pairing_id === shown) ?? newest
  if (asked?.pairing_id !== shown) show(asked?.pairing_id)
  const deciding = useMutation({
    mutationFn: ({ id, approve }: { id: string; approve: boolean }) => decidePairing(id, approve),
    onSettled: () => queries.invalidateQueries({ queryKey: pairingsQuery.queryKey }),
  })
  if (!asked) return null
  const answer = (approve: boolean) => deciding.mutate({ id: asked.pairing_id, approve })
  const title = t('pairing.title', { client: asked.client })
  return (
    <section className="pairing" aria-label={title}>
      <div role="alert">
        <h2>{title}</h2>
        <p>{t('pairing.what')}</p>
        <p className="big">
          <strong>{asked.code}</strong>
        </p>
        <p>{t('pairing.same')}</p>
      </div>
      {newest && newest !== asked ? (
        <p>
          {t('pairing.later', { client: newest.client, code: newest.code })}{' '}
          <ActButton onPress={() => show(newest.pairing_id)}>{t('pairing.showLater')}</ActButton>
        </p>
      ) : null}
      {deciding.error ? <ProblemBox error={deciding.error} /> : null}
      <div className="row end">
        <ActButton onPress={() => answer(false)}>{t('pairing.no')}</ActButton>
        <ActButton weight="primary" busy={deciding.isPending} onPress={() => answer(true)}>
          {t('pairing.yes')}
        </ActButton>
      </div>
    </section>
  )
})
