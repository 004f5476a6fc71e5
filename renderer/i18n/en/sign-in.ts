/** Signing in. */
export const signIn = {
  signIn: {
    title: 'This window is not signed in',
    why: 'Open KLIC Desktop again from its icon, or with the address that npm start prints. Or paste the one-time token from that address.',
    token: 'One-time token',
    again:
      'This browser was signed in, but by an earlier version, or the sign-in was replaced elsewhere. Sign in again: nothing is lost.',
    submit: 'Sign in',
    wrong: 'E-mail address or password is incorrect.',
    forgotten: 'Forgotten? An administrator can create a link for choosing a new password.',
    welcome: 'Sign in to KLIC Desktop',
    otherWay: 'With a one-time token',
    withToken: 'Sign in with the token',
    invited: (company: string, email: string, role: string) =>
      `${company} invites you. Your address is ${email}, your role ${role}.`,
    newPassword: (email: string) => `Choose a new password for ${email}. You are then signed out everywhere else.`,
    join: 'Create account',
    setPassword: 'Choose a new password',
    worthless: 'This link has been used, withdrawn or has expired. Ask whoever gave it to you for a new one.',
    toSignIn: 'Back to sign-in',
    refused: 'This token is unknown or has been used. Ask the application for a new address.',
  },
}
