/** Addresses as people write them, and which of the register they mean. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressInLine, type FoundAddress, houseNumberIn, isMeant } from '../../server/registry/addresses/addresses.ts'

const house = (number: number, letter?: string, addition?: string) => ({
  houseNumber: number,
  ...(letter && { houseLetter: letter }),
  ...(addition && { houseNumberAddition: addition }),
})

test('house numbers with letters and additions, as they are written', () => {
  const cases: Record<string, object | undefined> = {
    '12': house(12),
    ' 12 ': house(12),
    '12A': house(12, 'A'),
    '12 a': house(12, 'a'),
    '12-A': house(12, 'A'),
    '12-3': house(12, undefined, '3'),
    '12/3': house(12, undefined, '3'),
    '12A-3': house(12, 'A', '3'),
    '12A3': house(12, 'A', '3'),
    '12 bis': house(12, undefined, 'bis'),
    '12-II': house(12, undefined, 'II'),
    '12 A bis': house(12, 'A', 'bis'),
    '0': undefined,
    '012': undefined,
    '123456': undefined,
    A12: undefined,
    '12-ABCDE': undefined,
    '1944 12': undefined,
    '': undefined,
  }
  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(houseNumberIn(text), expected, text)
})

test('one line of text is an address, and what is none is told from it', () => {
  const cases: Record<string, object | undefined> = {
    'Dorpsstraat 12, 1234 AB X': { street: 'Dorpsstraat', ...house(12), postcode: '1234AB', city: 'X' },
    'Dorpsstraat 12A-3,1234ab Best': {
      street: 'Dorpsstraat',
      ...house(12, 'A', '3'),
      postcode: '1234AB',
      city: 'Best',
    },
    'Dorpsstraat 12, Best': { street: 'Dorpsstraat', ...house(12), city: 'Best' },
    "Laan van 's-Gravenmade 7 2495 AJ Den Haag": {
      street: "Laan van 's-Gravenmade",
      ...house(7),
      postcode: '2495AJ',
      city: 'Den Haag',
    },
    '1e Dorpsstraat 3, 1234 AB X': { street: '1e Dorpsstraat', ...house(3), postcode: '1234AB', city: 'X' },
    'Plein 1944 12, 6511 AB Nijmegen': { street: 'Plein 1944', ...house(12), postcode: '6511AB', city: 'Nijmegen' },
    'Plein 1944 12-3, 6511 AB Nijmegen': {
      street: 'Plein 1944',
      ...house(12, undefined, '3'),
      postcode: '6511AB',
      city: 'Nijmegen',
    },
    'Dorpsstraat  12\tbis,  1234 AB': { street: 'Dorpsstraat', ...house(12, undefined, 'bis'), postcode: '1234AB' },
    '1234AB 12A': { postcode: '1234AB', ...house(12, 'A') },
    '1234 AB, 12': { postcode: '1234AB', ...house(12) },
    '0753010000000012': { bagId: '0753010000000012' },
    '0753200000000012': { bagId: '0753200000000012' },
    Best: undefined,
    'Dorpsstraat 12': undefined,
    'Dorpsstraat, 1234 AB X': undefined,
    '12, 1234 AB X': undefined,
    '0753040000000012': undefined,
    '': undefined,
  }
  for (const [line, expected] of Object.entries(cases)) assert.deepEqual(addressInLine(line), expected, line)
})

test('parsing ends soon for a text of any kind', () => {
  for (const piece of ['1 ', 'a1 ', ' ,', '1234AB ', "'-1"]) addressInLine(piece.repeat(200).slice(0, 200))
})

test('who gives an id of either kind, or a number with its letter as text, means the same house', () => {
  const found: FoundAddress = {
    text: 'Dorpsstraat 12A, 1234AB X',
    kind: 'address',
    source: 'bag',
    rd: [155_000, 390_000],
    designationId: '0753200000000012',
    address: { bagId: '0753010000000012', street: 'Dorpsstraat', ...house(12, 'A'), postcode: '1234AB', city: 'X' },
  }
  const isHere = (line: string) => isMeant(addressInLine(line)!, found)
  assert.ok(isHere('0753010000000012'))
  assert.ok(isHere('0753200000000012'))
  assert.ok(isHere('Dorpsstraat 12a, 1234 AB Elsewhere'))
  assert.ok(isHere('dorpsstraat 12-A, x'))
  assert.ok(!isHere('0753010000000013'))
  assert.ok(!isHere('Dorpsstraat 12, 1234 AB X'))
  assert.ok(!isHere('Dorpsstraat 12B, 1234 AB X'))
})
