/** Users, links, passwords, and where one is signed in. */

import { queryOptions } from '@tanstack/react-query'
import { CalendarFeed, NewCalendarFeed } from '../../../server/features/digging/schema.ts'
import {
  type Invitation,
  InvitationView,
  NewInvitation,
  USER_ROUTES,
  User,
} from '../../../server/features/users/schema.ts'
import type { LeftAccess, Role } from '../../../server/features/vocabulary.ts'
import type { Language } from '../../../server/texts/languages.ts'
import { call, rememberCsrf, send } from '../../api/client.ts'

const UserList = USER_ROUTES.listUsers.responses[200]
const InvitationList = USER_ROUTES.listInvitations.responses[200]
const SessionList = USER_ROUTES.listSessions.responses[200]
const Entrance = USER_ROUTES.getEntrance.responses[200]

export const entranceQuery = queryOptions({
  queryKey: ['entrance'],
  queryFn: ({ signal }) => call(Entrance, '/entrance', { signal }),
})

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call(UserList, '/users', { signal }),
})

const Names = USER_ROUTES.listNames.responses[200]

export const namesQuery = queryOptions({
  queryKey: ['names'],
  queryFn: ({ signal }) => call(Names, '/names', { signal }),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call(InvitationList, '/invitations', { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(SessionList, '/sessions', { signal }),
})

export const makeOwner = (owner: { name: string; email: string; password: string }): Promise<User> =>
  call(User, '/users', { method: 'POST', body: owner })

export const putUser = (
  userId: string,
  change: { name?: string; role?: Role; access?: LeftAccess | undefined },
): Promise<User> => call(User, `/users/${userId}`, { method: 'PUT', body: change })

/** @param access what becomes of keys and site links that the user made */
export const removeUser = async (userId: string, access?: LeftAccess): Promise<void> => {
  await send(`/users/${userId}${access ? `?access=${access}` : ''}`, { method: 'DELETE' })
}

export const invite = (asked: { email: string; role: Role }): Promise<NewInvitation> =>
  call(NewInvitation, '/invitations', { method: 'POST', body: asked })

export const linkToPassword = (userId: string): Promise<NewInvitation> =>
  call(NewInvitation, `/users/${userId}/password-link`, { method: 'POST', body: {} })

export const withdrawInvitation = async ({ invitation_id }: Pick<Invitation, 'invitation_id'>): Promise<void> => {
  await send(`/invitations/${invitation_id}`, { method: 'DELETE' })
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(InvitationView, '/invitations/look', { method: 'POST', body: { token }, signal }),
    retry: false,
    gcTime: 0,
  })

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The address under which this window was opened reaches this computer only: a link with it leads nowhere elsewhere. */
export const isOnlyHere = (): boolean => LOOPBACK.test(location.hostname)

/** With the address under which this window was opened. */
export const linkOf = ({ token }: NewInvitation): string => `${location.origin}${location.pathname}#invitation=${token}`

export const putPassword = async (current: string, next: string): Promise<void> => {
  await send('/password', { method: 'PUT', body: { current_password: current, new_password: next } })
}

export const endSession = async (sessionId: string): Promise<void> => {
  await send(`/sessions/${sessionId}`, { method: 'DELETE' })
}

export const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call(CalendarFeed, '/calendar', { signal }),
})

/** The one before is worth nothing any more. */
export const makeCalendar = (language: Language): Promise<NewCalendarFeed> =>
  call(NewCalendarFeed, '/calendar', { method: 'POST', body: { language } })

export const revokeCalendar = async (): Promise<void> => {
  await send('/calendar', { method: 'DELETE' })
}

export const endAllSessions = async (): Promise<void> => {
  await send('/sessions', { method: 'DELETE' })
  rememberCsrf(null)
}
