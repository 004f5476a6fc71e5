/** What goes into the ZIP of a dossier. */
export interface DossierFile<F> {
  /** In the ZIP */
  path: string
  kind: 'document' | 'result' | 'agreement' | 'photo'
  file: F
  bytes: number
  /** Hex */
  sha256: string
}

export interface DossierText {
  path: string
  kind: 'project' | 'digging' | 'log'
  /** One behind the other: a log may have megabytes */
  text: readonly string[]
}
