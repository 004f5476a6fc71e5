/** Why a picture is not read; the words for people stand with the warnings. */
export class UnreadablePicture extends Error {
  readonly problem: 'damaged' | 'no_png' | 'too_large'

  constructor(problem: 'damaged' | 'no_png' | 'too_large', why: string) {
    super(why)
    this.problem = problem
  }
}

export const damaged = (why: string): UnreadablePicture => new UnreadablePicture('damaged', why)
