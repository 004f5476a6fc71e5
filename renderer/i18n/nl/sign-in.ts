/** Aanmelden. */
import type { signIn as English } from '../en/sign-in.ts'

export const signIn: typeof English = {
  signIn: {
    title: 'Dit venster is niet aangemeld',
    why: 'Open KLIC Desktop opnieuw met het pictogram, of met het adres dat npm start toont. Of plak de eenmalige sleutel uit dat adres.',
    token: 'Eenmalige sleutel',
    again:
      'Deze browser was aangemeld, maar door een eerdere versie, of het aanmelden is elders vervangen. Meld u opnieuw aan: er gaat niets verloren.',
    submit: 'Aanmelden',
    wrong: 'E-mailadres of wachtwoord klopt niet.',
    forgotten: 'Vergeten? Een beheerder maakt een link waarmee u een nieuw wachtwoord kiest.',
    welcome: 'Aanmelden bij KLIC Desktop',
    otherWay: 'Met een eenmalige sleutel',
    withToken: 'Aanmelden met de sleutel',
    invited: (company, email, role) => `${company} nodigt u uit. Uw adres is ${email}, uw rol ${role}.`,
    newPassword: (email) => `Kies een nieuw wachtwoord voor ${email}. Overal elders wordt u dan afgemeld.`,
    join: 'Account aanmaken',
    setPassword: 'Kies een nieuw wachtwoord',
    worthless: 'Deze link is gebruikt, ingetrokken of te oud. Vraag wie hem gaf om een nieuwe.',
    toSignIn: 'Naar aanmelden',
    refused: 'Deze sleutel is onbekend of al gebruikt. Vraag de toepassing om een nieuw adres.',
  },
}
