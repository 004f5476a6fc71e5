/** Signing in. */
export const signIn = {
  signIn: {
    title: 'This window is not signed in',
    why: 'Open KLIC Desktop from its icon, or with the address that npm start prints: it carries a token that works once.',
    token: 'One-time token',
    submit: 'Sign in',
    refused: 'This token is unknown or has been used. Ask the application for a new address.',
  },
}
