import { test } from 'node:test'
import { readDamagedShare } from '../support/damaged-share.ts'

test('many damaged deliveries are refused in words or read with their account complete; none does harm', () =>
  readDamagedShare(300))
