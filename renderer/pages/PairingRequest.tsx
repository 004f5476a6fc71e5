/** A program on this computer asks for a key: the same code stands in both places, and one answer settles it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { decidePairing, pairingsQuery } from '../api/gis.ts'
import { useSpeech } from '../i18n/words.tsx'
import { ActButton, ProblemBox } from '../ui/parts.tsx'

export const PairingRequest = () => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const [asked] = useQuery(pairingsQuery).data?.data ?? []
  const deciding = useMutation({
    mutationFn: ({ id, approve }: { id: string; approve: boolean }) => decidePairing(id, approve),
    onSettled: () => queries.invalidateQueries({ queryKey: pairingsQuery.queryKey }),
  })
  if (!asked) return null
  const answer = (approve: boolean) => deciding.mutate({ id: asked.pairing_id, approve })
  return (
    <ModalOverlay className="overlay" isOpen>
      <Modal className="modal">
        <Dialog role="alertdialog" className="dialog">
          <Heading slot="title">{words.pairing.title(asked.client)}</Heading>
          <p>{words.pairing.what}</p>
          <p className="big">
            <strong>{asked.code}</strong>
          </p>
          <p>{words.pairing.same}</p>
          {deciding.error ? <ProblemBox error={deciding.error} /> : null}
          <div className="row end">
            <ActButton autoFocus onPress={() => answer(false)}>
              {words.pairing.no}
            </ActButton>
            <ActButton weight="primary" busy={deciding.isPending} onPress={() => answer(true)}>
              {words.pairing.yes}
            </ActButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
