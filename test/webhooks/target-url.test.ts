import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKind, targetComplaint } from '../../server/features/webhooks/target-url.ts'

const ADDRESSES = {
  never: [
    ['0.0.0.0', '0.1.2.3', '169.254.0.1', '169.254.169.254', '224.0.0.1', '239.255.255.255', '255.255.255.255'],
    ['100.100.100.200', '168.63.129.16', '::', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'ff02::1', 'fd00:ec2::254'],
    ['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', '2001::1', '::1.2.3.4.5'],
    ['2a00:1450:4001:800:0:5efe:7f00:1', '2a00:1450:4001:800:200:5efe:a00:1', 'fd00::5efe:a00:1', '100::1', '5f00::1'],
    ['64:ff9b:1::808:808', '64:ff9b:1:ffff::', '::ffff:0:a9fe:a9fe', '::ffff:0:169.254.169.254'],
    ['no address', '', '1.2.3', '256.1.1.1', ':::', '1::2::3', '12345::', '1:2:3:4:5:6:7:8:9', '::ffff:300.1.1.1'],
  ],
  private: [
    ['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    [
      '::1',
      '0:0:0:0:0:0:0:1',
      'fc00::1',
      'fd12:3456::1',
      '::ffff:127.0.0.1',
      '::7f00:1',
      '2002:0a00:0001::',
      '::ffff:0:7f00:1',
    ],
  ],
  public: [
    ['8.8.8.8', '172.15.255.255', '172.32.0.1', '169.253.255.255', '169.255.0.1', '223.255.255.255', '100.128.0.1'],
    [
      '2a02:898::1',
      '2606:4700:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      'FEC::1',
      '2001:678::1',
      '::ffff:0:8.8.8.8',
    ],
    ['64:ff9b:2::808:808'],
  ],
} as const

for (const [kind, lists] of Object.entries(ADDRESSES)) {
  for (const address of lists.flat()) {
    test(`"${address}" is ${kind}`, () => {
      assert.equal(addressKind(address), kind)
    })
  }
}

test('a URL is refused for what it is: no http, a user name, or a literal address that is never called', () => {
  const refused = [
    ...['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'no url', 'http://'],
    ...['http://user@example.com/', 'https://:secret@example.com/', 'http://169.254.169.254/latest/meta-data'],
    // The same address in the other ways in which a URL may write it.
    ...['http://2852039166/', 'http://0xa9fea9fe/', 'http://0251.0376.0251.0376/', 'http://[::ffff:a9fe:a9fe]/'],
    ...['http://0/', 'http://[::]/', 'http://[fe80::1]/', 'http://224.0.0.1/'],
  ]
  const taken = ['https://example.com/hook?a=b', 'http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:8080/']
  assert.deepEqual(
    refused.filter((url) => targetComplaint(url) === undefined),
    [],
  )
  assert.deepEqual(
    taken.filter((url) => targetComplaint(url) !== undefined),
    [],
  )
})
