/** Signed in or not; language and colours for everything below. */

import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { localeOf } from '../../server/texts/languages.ts'
import { ApiError, rememberCsrf } from '../api/client.ts'
import { AcceptInvitation } from '../features/users/AcceptInvitation.tsx'
import { AskName } from '../features/users/AskName.tsx'
import { SignIn } from '../features/users/SignIn.tsx'
import { sessionQuery, takenInvitation } from '../features/users/session-api.ts'
import { LocaleProvider, useLocale } from '../locale.tsx'
import { usePreferences } from '../preferences.ts'
import { shell } from '../shell.ts'
import { Window } from './Window.tsx'

const MAX_TRIES = 3

/** A session that ended while the window was open: back to the entrance, with the draft kept. */
const noticeEnd = (error: unknown): void => {
  if (!(error instanceof ApiError) || !queryClient.getQueryData(sessionQuery.queryKey)) return
  // Another tab or another server on this computer has changed the cookie: what belonged to it fits no more.
  if (error.code === 'CSRF_TOKEN_INVALID') rememberCsrf(null)
  if (error.status === 401 || error.code === 'CSRF_TOKEN_INVALID')
    void queryClient.resetQueries({ queryKey: sessionQuery.queryKey })
}

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      // The server is on this machine: being without internet is no reason to wait.
      networkMode: 'always',
      // What the server refuses by name it will refuse again.
      retry: (failures, error) =>
        failures < MAX_TRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
})

const Entrance = () => {
  const { t } = useLocale()
  const session = useQuery(sessionQuery)
  // A link is used before anything else, also by somebody who is signed in.
  const [link, setLink] = useState(takenInvitation)
  if (link !== null) return <AcceptInvitation token={link} onLeave={() => setLink(null)} />
  const wait = <p className="loading">{t('loading')}</p>
  if (session.data)
    return (
      // The draft of last time comes from the disk.
      <Suspense fallback={wait}>
        <AskName session={session.data}>
          <Window session={session.data} />
        </AskName>
      </Suspense>
    )
  return session.error ? <SignIn error={session.error} /> : wait
}

export const App = () => {
  const { language, scheme } = usePreferences()
  useEffect(() => {
    document.documentElement.lang = language
    void shell?.setLanguage(language)
    document.documentElement.dataset.scheme = scheme
  }, [language, scheme])
  return (
    <QueryClientProvider client={queryClient}>
      <LocaleProvider language={language}>
        <I18nProvider locale={localeOf(language)}>
          <Entrance />
        </I18nProvider>
      </LocaleProvider>
    </QueryClientProvider>
  )
}
