/** Who signs in to the window, as what, and how they come. Below /dashboard/api; not part of API v1. */
import { z } from 'zod'
import { LEFT_ACCESS, ROLES } from '../../platform/http/permissions.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_NAMES, MAX_SESSIONS, MAX_USERS } from '../../platform/limits.ts'
import { Instant } from '../http/common-schema.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './rules.ts'
import { OpenedSession, SessionUser } from './session-schema.ts'

const Email = z.string().min(1).max(254)
const Name = z.string().trim().min(1).max(100)
const NewPassword = z.string().min(MIN_PASSWORD).max(MAX_PASSWORD)
const KnownPassword = z.string().min(1).max(MAX_PASSWORD)
const Token = z.string().min(16).max(200)
const Role = z.enum(ROLES)

export const User = SessionUser.extend({ created_at: Instant, last_signed_in_at: Instant.nullable() })
export type User = z.infer<typeof User>

export const Invitation = z.object({
  invitation_id: z.string(),
  email: z.string(),
  role: Role,
  user_id: z.string().nullable().meta({ description: 'Who chooses a new password with it; null: somebody new' }),
  created_by: z.string(),
  created_at: Instant,
  expires_at: Instant,
})
export type Invitation = z.infer<typeof Invitation>

/** `token` is in this answer only; the link is the address of the window with `#invitation=` and the token. */
export const NewInvitation = Invitation.extend({ token: z.string() })
export type NewInvitation = z.infer<typeof NewInvitation>

export const InvitationView = Invitation.pick({ email: true, role: true, expires_at: true }).extend({
  company: z.string(),
  kind: z.enum(['new', 'password']),
})
export type InvitationView = z.infer<typeof InvitationView>

export const OpenSession = z.object({
  session_id: z.string(),
  is_this: z.boolean(),
  created_at: Instant,
  last_seen_at: Instant.nullable(),
  expires_at: Instant,
  address: z.string().nullable(),
  agent: z.string().nullable(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** What becomes of the keys and site links of a user who is removed or may less; left out while there are: 409. */
const LeftAccess = z.enum(LEFT_ACCESS)

const UserPath = z.strictObject({ user_id: z.string().regex(/^usr_[0-9A-Za-z]{1,40}$/) })

export const USER_ROUTES = {
  getEntrance: {
    method: 'get',
    path: '/entrance',
    permission: 'read',
    open: true,
    summary: 'Whether one signs in here with an e-mail address and a password',
    responses: { 200: z.object({ has_users: z.boolean() }) },
  },
  signIn: {
    method: 'post',
    path: '/sign-in',
    permission: 'read',
    open: true,
    summary: 'Sign in with an e-mail address at work and a password; sets the session cookie',
    body: z.strictObject({ email: Email, password: KnownPassword }),
    responses: { 201: OpenedSession },
  },
  lookAtInvitation: {
    method: 'post',
    path: '/invitations/look',
    permission: 'read',
    open: true,
    summary: 'What a link is for',
    body: z.strictObject({ token: Token }),
    responses: { 200: InvitationView },
  },
  acceptInvitation: {
    method: 'post',
    path: '/invitations/accept',
    permission: 'read',
    open: true,
    summary: 'Use a link: become a user, or choose a new password; signs in',
    body: z.strictObject({
      token: Token,
      name: Name.optional().meta({ description: 'Of a new user' }),
      password: NewPassword,
    }),
    responses: { 201: OpenedSession },
  },
  listInvitations: {
    method: 'get',
    path: '/invitations',
    permission: 'admin',
    summary: 'Links that can still be used',
    responses: { 200: z.object({ data: z.array(Invitation).max(MAX_USERS) }) },
  },
  invite: {
    method: 'post',
    path: '/invitations',
    permission: 'admin',
    summary: 'Make a link with which somebody becomes a user; its token is shown in this answer only',
    body: z.strictObject({ email: Email, role: Role }),
    responses: { 201: NewInvitation },
  },
  withdrawInvitation: {
    method: 'delete',
    path: '/invitations/{invitation_id}',
    permission: 'admin',
    summary: 'Make a link worthless',
    params: z.strictObject({ invitation_id: z.string().regex(/^inv_[0-9A-Za-z]{1,40}$/) }),
    responses: { 204: 'empty' },
  },
  listUsers: {
    method: 'get',
    path: '/users',
    permission: 'admin',
    summary: 'The users of the company',
    responses: { 200: z.object({ data: z.array(User).max(MAX_USERS) }) },
  },
  listNames: {
    method: 'get',
    path: '/names',
    permission: 'read',
    summary: 'The names behind the ids in logs: of users, also of those who have left, and of keys',
    responses: {
      200: z.object({
        data: z
          .array(z.object({ id: z.string().meta({ description: 'Of a user or a key' }), name: z.string() }))
          .max(MAX_NAMES),
      }),
    },
  },
  makeOwner: {
    method: 'post',
    path: '/users',
    permission: 'admin',
    summary: 'Make the first user, who is the owner; later ones come by invitation',
    body: z.strictObject({ name: Name, email: Email, password: NewPassword }),
    responses: { 201: User },
  },
  putUser: {
    method: 'put',
    path: '/users/{user_id}',
    permission: 'admin',
    summary: 'Change the name or the role of a user',
    params: UserPath,
    body: z.strictObject({ name: Name, role: Role, access: LeftAccess }).partial(),
    responses: { 200: User },
  },
  removeUser: {
    method: 'delete',
    path: '/users/{user_id}',
    permission: 'admin',
    summary: 'Remove a user and end the sessions; what the user did stays on record',
    params: UserPath,
    query: z.strictObject({ access: LeftAccess.optional() }),
    responses: { 204: 'empty' },
  },
  linkToPassword: {
    method: 'post',
    path: '/users/{user_id}/password-link',
    permission: 'admin',
    summary: 'Make a link with which a user chooses a new password',
    params: UserPath,
    body: z.strictObject({}),
    bodyOptional: true,
    responses: { 201: NewInvitation },
  },
  putPassword: {
    method: 'put',
    path: '/password',
    permission: 'read',
    summary: 'Change the own password; ends the own sessions elsewhere',
    body: z.strictObject({ current_password: KnownPassword, new_password: NewPassword }),
    responses: { 204: 'empty' },
  },
  listSessions: {
    method: 'get',
    path: '/sessions',
    permission: 'read',
    summary: 'Where the caller is signed in',
    responses: { 200: z.object({ data: z.array(OpenSession).max(MAX_SESSIONS) }) },
  },
  endSessions: {
    method: 'delete',
    path: '/sessions',
    permission: 'read',
    summary: 'Sign out everywhere, here included',
    responses: { 204: 'empty' },
  },
  endSession: {
    method: 'delete',
    path: '/sessions/{session_id}',
    permission: 'read',
    summary: 'End one of the own sessions',
    params: z.strictObject({ session_id: z.string().regex(/^ses_[0-9A-Za-z]{1,40}$/) }),
    responses: { 204: 'empty' },
  },
} as const satisfies Record<string, Route>
