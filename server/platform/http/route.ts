/** One row of a table of routes: all that a call needs besides its handler. */
import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { V1Code } from './refusals.ts'

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** OpenAPI style: `{name}` for a path parameter. */
  readonly path: string
  readonly permission: Permission
  /** Suffices as well; the action says for what. */
  readonly orPermission?: Permission
  readonly summary: string
  readonly params?: z.ZodObject
  /** Without it the call takes no parameter in its query. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body may hold an area, and be large. */
  readonly takesArea?: true
  /** A body may be left out. */
  readonly bodyOptional?: true
  /** The body is a file of any kind, of at most so many bytes: the handler reads it as a stream. */
  readonly takesFile?: number
  /** Needs nobody signed in: it is how one signs in. */
  readonly open?: true
  /** A secret is in the answer to this GET: no browser keeps it on its disk. */
  readonly answersSecret?: true
  /** Errors of its own in API v1, beside those of every call and of its kind (refusals.ts). */
  readonly refuses?: readonly V1Code[]
  /** Media types of `file` answers. */
  readonly files?: readonly string[]
  /** Status -> schema of the JSON answer; `file` for a streamed file, `empty` for no body. Errors are Problems, and not listed. */
  readonly responses: Readonly<Record<number, z.ZodType | 'file' | 'empty'>>
}
