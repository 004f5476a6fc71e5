/** Shown when there is no session: says how one gets one, and takes a token by hand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, Input, Label, TextField } from 'react-aria-components'
import { ApiError } from '../api/client.ts'
import { sessionQuery, signIn } from '../api/session.ts'
import { useSpeech } from '../i18n/words.tsx'
import { ActButton, ProblemBox } from '../ui/parts.tsx'
import { Preferences } from './Preferences.tsx'

export const SignIn = ({ error }: { error: unknown }) => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const [token, setToken] = useState('')
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  })
  const isUnknown = error instanceof ApiError && error.status === 401
  const isRefused = entering.error instanceof ApiError && entering.error.status < 500
  return (
    <main className="sign-in">
      <img src="./icon.svg" alt="" width="52" height="52" />
      <h1>{isUnknown ? words.signIn.title : words.app}</h1>
      {isUnknown ? <p>{words.signIn.why}</p> : <ProblemBox error={error} />}
      {isUnknown ? (
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            entering.mutate(token.trim())
          }}
        >
          <TextField className="field" value={token} onChange={setToken} isRequired>
            <Label>{words.signIn.token}</Label>
            <Input autoComplete="off" spellCheck="false" />
          </TextField>
          {entering.error ? (
            isRefused ? (
              <p className="field-problem" role="alert">
                {words.signIn.refused}
              </p>
            ) : (
              <ProblemBox error={entering.error} />
            )
          ) : null}
          <ActButton type="submit" weight="primary" busy={entering.isPending}>
            {words.signIn.submit}
          </ActButton>
        </Form>
      ) : (
        <ActButton onPress={() => void queries.refetchQueries({ queryKey: sessionQuery.queryKey })}>
          {words.retryNow}
        </ActButton>
      )}
      <Preferences />
    </main>
  )
}
