/** Signing in. */
export const signIn = {
  signIn: {
    title: 'This window is not signed in',
    why: 'Open KLIC Desktop from its icon, or with the address that npm start prints: it carries a token that works once.',
    token: 'One-time token',
    again:
      'This browser was signed in, but by an earlier version, or the sign-in was replaced elsewhere. Sign in again: nothing is lost.',
    submit: 'Sign in',
    wrong: 'E-mail address or password is not right.',
    forgotten: 'Forgotten? An administrator makes a link with which you choose a new password.',
    welcome: 'Sign in to KLIC Desktop',
    otherWay: 'With a one-time token',
    withToken: 'Sign in with the token',
    invited: (company: string, email: string, role: string) =>
      `${company} invites you. Your address is ${email}, your role ${role}.`,
    newPassword: (email: string) => `Choose a new password for ${email}. Everywhere else you are signed out then.`,
    join: 'Join',
    setPassword: 'Choose a new password',
    worthless: 'This link was used, withdrawn or is too old. Ask who gave it to you for a new one.',
    toSignIn: 'To signing in',
    refused: 'This token is unknown or has been used. Ask the application for a new address.',
  },
}
