/** Users, invitations, passwords and sessions, below /dashboard/api. Tries of passwords and links are counted. */
import type { Request } from 'express'
import { RateLimit } from '../../platform/http/rate-limit.ts'
import { toBody } from '../../platform/http/wire.ts'
import { addressOf, clearCookie, deviceCookie, fromOf, NOBODY, type SigningIn } from '../authentication.ts'
import type { Handlers } from '../http/serve.ts'
import type { ApiServices } from '../services.ts'
import {
  acceptInvitation,
  type Invitation as InvitationRecord,
  invite,
  linkToPassword,
  listInvitations,
  lookAtInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { Invitation, OpenSession, type USER_ROUTES, User } from './schema.ts'
import { signedIn } from './session-routes.ts'
import { endAllSessions, endSession, listSessions, type SessionCaller } from './sessions.ts'
import { changePassword, knownDevice, signIn } from './sign-in.ts'
import { hasUsers, listNames, listUsers, makeOwner, removeUser, type UserRecord, updateUser } from './users.ts'

const ATTEMPTS_MINUTES = 15
/** An office may share one address; a person mistypes a few times. */
const ATTEMPTS_PER_ADDRESS = 100
/** Of one person from one computer, or from a device that signed that person in before. */
const ATTEMPTS_PER_USER = 10
/** Of one person from all computers together: no stranger alone uses it up, and a known device needs none of it. */
const ATTEMPTS_FROM_ANYWHERE = 100

const userShown = (user: UserRecord): User => ({ ...toBody(User, user), user_id: user.id })

const invitationShown = (invitation: InvitationRecord): Invitation => ({
  ...toBody(Invitation, invitation),
  invitation_id: invitation.id,
})

const asSession = (caller: unknown): SessionCaller => caller as SessionCaller

/** Tries from one computer, with any content; see serve. */
export function countTries(given: Pick<ApiServices, 'clock' | 'callCount'>): SigningIn {
  const limit = new RateLimit(given, 'tries', ATTEMPTS_MINUTES)
  return async (req, res) => {
    if (req.method === 'POST') await limit.count(`at ${addressOf(req)}`, async () => ATTEMPTS_PER_ADDRESS, res)
    return NOBODY
  }
}

export function users(given: Pick<ApiServices, 'clock' | 'callCount'>): Handlers<typeof USER_ROUTES> {
  const limit = new RateLimit(given, 'tries', ATTEMPTS_MINUTES)
  /**
   * Before the password is looked at: a refusal here is the same for an address that exists and one that does not.
   * @param device what a known one is counted by
   */
  const countAttempt = async (req: Request, whose: string, device?: string): Promise<void> => {
    const count = (who: string, most: number) => limit.count(who, async () => most, req.res!)
    if (device !== undefined) return count(`of ${whose} on ${device}`, ATTEMPTS_PER_USER)
    await count(`of ${whose} at ${addressOf(req)}`, ATTEMPTS_PER_USER)
    await count(`of ${whose}`, ATTEMPTS_FROM_ANYWHERE)
  }

  return {
    getEntrance: async ({ services }) => ({ status: 200, body: { has_users: await hasUsers(services.store) } }),

    signIn: async ({ services, body, req }) => {
      const email = body.email.trim().toLowerCase()
      await countAttempt(req, email, await knownDevice(services.store, email, deviceCookie(services, req)))
      return signedIn(services, await signIn(services, body, fromOf(req)))
    },

    lookAtInvitation: async ({ services, body }) => {
      const { invitation, company } = await lookAtInvitation(services, body.token)
      const { email, role, userId, expiresAt } = invitation
      return {
        status: 200,
        body: { email, role, expires_at: expiresAt, company, kind: userId === null ? 'new' : 'password' },
      }
    },

    acceptInvitation: async ({ services, body, req }) => {
      return signedIn(services, await acceptInvitation(services, body, fromOf(req)))
    },

    listInvitations: async ({ services, caller }) => ({
      status: 200,
      body: { data: (await listInvitations(services, caller)).map(invitationShown) },
    }),

    invite: async ({ services, caller, body }) => {
      const { invitation, token } = await invite(services, caller, body)
      return { status: 201, body: { ...invitationShown(invitation), token } }
    },

    withdrawInvitation: async ({ services, caller, params }) => {
      await withdrawInvitation(services, caller, params.invitation_id)
      return { status: 204 }
    },

    listUsers: async ({ services, caller }) => ({
      status: 200,
      body: { data: (await listUsers(services.store, caller)).map(userShown) },
    }),

    listNames: async ({ services, caller }) => ({
      status: 200,
      body: { data: await listNames(services.store, caller) },
    }),

    makeOwner: async ({ services, caller, body }) => ({
      status: 201,
      body: userShown(await makeOwner(services, caller, body)),
    }),

    putUser: async ({ services, caller, params, body }) => ({
      status: 200,
      body: userShown(await updateUser(services, caller, params.user_id, body)),
    }),

    removeUser: async ({ services, caller, params, query }) => {
      await removeUser(services, caller, params.user_id, query.access)
      return { status: 204 }
    },

    linkToPassword: async ({ services, caller, params }) => {
      const { invitation, token } = await linkToPassword(services, caller, params.user_id)
      return { status: 201, body: { ...invitationShown(invitation), token } }
    },

    putPassword: async ({ services, caller, body, req }) => {
      if (caller.user) await countAttempt(req, caller.user.id)
      await changePassword(services, asSession(caller), { current: body.current_password, next: body.new_password })
      return { status: 204 }
    },

    listSessions: async ({ services, caller }) => {
      const own = asSession(caller)
      const sessions = await listSessions(services, own)
      const data = sessions.map((session) => ({
        ...toBody(OpenSession, session),
        session_id: session.id,
        is_this: session.id === own.session.id,
      }))
      return { status: 200, body: { data } }
    },

    endSessions: async ({ services, caller }) => {
      await endAllSessions(services, asSession(caller))
      return { status: 204, headers: { 'Set-Cookie': clearCookie(services) } }
    },

    endSession: async ({ services, caller, params }) => {
      await endSession(services, asSession(caller), params.session_id)
      return { status: 204 }
    },
  }
}
