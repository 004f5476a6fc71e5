/** By which jobs of one reference are told apart: the first number, and how many more there are. */
export const klicNumbers = ([first, ...more]: readonly string[]): string =>
  first === undefined ? '' : more.length > 0 ? `${first} +${more.length}` : first
