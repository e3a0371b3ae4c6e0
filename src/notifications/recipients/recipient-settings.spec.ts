import { addressOf, isMailAddress, overdueMinutes, recipientName } from './recipient-settings.js';

describe('an e-mail address', () => {
  it.each(['ops@shop.example', 'a.b+c@localhost', 'متجر@shop.example', `${'a'.repeat(64)}@b`])(
    'is %s',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'ops',
    '@shop.example',
    'ops@',
    'a@b@c',
    'Ops <ops@shop.example>',
    'ops@shop.example, other@shop.example',
    'ops@shop.example;other@shop.example',
    'ops@shop.example\r\nBcc: evil@example.com',
    'ops\u0000@shop.example',
    'ops@shop.example\u202E',
    `${'a'.repeat(65)}@b`,
    `a@${'b'.repeat(256)}`,
  ])('is not %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
    expect(() => addressOf('email', text)).toThrow(/an e-mail address such as/);
  });
});

it('the address of a webhook is a URL', () => {
  expect(addressOf('webhook', 'https://shop.example/hook#x')).toBe('https://shop.example/hook');
  expect(() => addressOf('webhook', 'ops@shop.example')).toThrow(/an address that begins with/);
});

it('a name is one plain word', () => {
  expect(recipientName('night-shift.2')).toBe('night-shift.2');
  for (const text of ['', 'Night', '-a', 'a b', 'a/b', 'a'.repeat(41)]) {
    expect(() => recipientName(text)).toThrow(/a name of at most 40/);
  }
});

it('an order is overdue after a minute to a month', () => {
  expect([1, 44_640].map(overdueMinutes)).toEqual([1, 44_640]);
  for (const minutes of [0, 1.5, 44_641, NaN]) {
    expect(() => overdueMinutes(minutes)).toThrow(/a whole number from 1 to/);
  }
});
