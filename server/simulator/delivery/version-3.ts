/**
 * A delivery in version 3 of the standards: written as version 2 is, and then what the published schema has otherwise. Of
 * the attributes that are new there it has the one that is mandatory.
 */
import { STANDARDS } from '../../registry/standards.ts'

/** @param members whole members of a file in version 2 */
export const inVersion3 = (members: string): string =>
  members
    .replaceAll(STANDARDS[2].valuePrefix, STANDARDS[3].valuePrefix)
    // Letters of an operator are no members any more, and what is left of them needs no type.
    .replaceAll(/<gml:featureMember><imkl:Bijlage .*?<\/gml:featureMember>\n/gs, '')
    .replaceAll(/<imkl:bijlageType [^>]*\/>/g, '')
    .replaceAll('</imkl:Mantelbuis>', '<imkl:eigenaar>true</imkl:eigenaar></imkl:Mantelbuis>')
