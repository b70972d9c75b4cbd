import t from 'tap';
import { deviceOf } from '../../src/accounts/device.ts';
import { formsOfEmail, mailboxOf, normalizeEmail } from '../../src/accounts/email-address.ts';

t.test('equivalent spellings of an address get one form', async (t) => {
  for (const [typed, form] of [
    ['ada@example.com', 'ada@example.com'],
    [' Ada@Example.COM\t', 'ada@example.com'],
    ['operator@localhost', 'operator@localhost'],
    ["o'brien+jobs@sub.example.co.uk", "o'brien+jobs@sub.example.co.uk"],
    ['Zoe\u0308@example.com', 'zoë@example.com'],
    ['ａｄａ@example.com', 'ada@example.com'],
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
    ['иван@пример.example', 'иван@xn--e1afmkfd.example'],
  ] as const) {
    t.equal(normalizeEmail(typed), form, typed);
    t.equal(normalizeEmail(form), form, 'which is its own');
  }
});

t.test('an invalid address is refused', async (t) => {
  for (const typed of [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@exam ple.com',
    'ada lovelace@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@example.com.',
    'ada@127.0.0.1',
    'ada@1.2.3',
    'ada@[127.0.0.1]',
    'ada@exa%6dple.com',
    'ada@example。com',
    '"ada"@example.com',
    'ada<x@example.com>',
    'ada@example.com,x@example.com',
    'ada\\@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(130)}com`,
    '\ud800@example.com',
    '\ue000@example.com',
  ]) {
    t.equal(normalizeEmail(typed), undefined, JSON.stringify(typed));
  }
});

t.test('addresses stored by earlier releases are still found', async (t) => {
  t.strictSame(formsOfEmail('Ada@Example.com'), ['ada@example.com']);
  t.strictSame(formsOfEmail('Ada@München.example'), ['ada@xn--mnchen-3ya.example', 'ada@münchen.example']);
  t.strictSame(formsOfEmail('a..b@example.com'), ['a..b@example.com']);
});

t.test('requests from known device names are recognised', async (t) => {
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  for (const [header, device] of [
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${safari}`, 'Safari/iPhone'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/150.0.0.0`, 'Edge/Windows'],
    [`Mozilla/5.0 (Linux; Android 16; K) ${chrome}`, 'Chrome/Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${chrome}`, 'Chrome/ChromeOS'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} OPR/130.0.0.0`, 'Opera/macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox/Linux'],
    ['Firefox/140.0', 'Firefox/'],
    ['curl/8.0', ''],
    ['', ''],
    [undefined, ''],
  ] as const) {
    t.equal(deviceOf(header), device, header ?? 'none');
  }
});

t.test('the mailbox that an address delivers to', async (t) => {
  for (const [address, mailbox] of [
    ['ada@example.com', 'ada@example.com'],
    ['ada+1@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['a.da@googlemail.com', 'ada@gmail.com'],
    ['ada@constructor', 'ada@constructor'],
  ] as const) {
    t.equal(mailboxOf(address), mailbox, address);
  }
});
