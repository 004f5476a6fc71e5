/** Aanmelden. */
import type { signIn as English } from '../en/sign-in.ts'

export const signIn: typeof English = {
  signIn: {
    title: 'Dit venster is niet aangemeld',
    why: 'Open KLIC Desktop met het pictogram, of met het adres dat npm start toont: daarin zit een sleutel die één keer werkt.',
    token: 'Eenmalige sleutel',
    submit: 'Aanmelden',
    refused: 'Deze sleutel is onbekend of al gebruikt. Vraag de toepassing om een nieuw adres.',
  },
}
