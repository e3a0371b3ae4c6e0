import { messageFault } from './message-faults.js';

const COUNTED = '{count, plural, one {# order of {name}} other {# orders of {name}}}';

it.each([
  ['Order {id}', 'Bestellung {id}'],
  ['Order {id}', '{id}'],
  [COUNTED, '{count, plural, one {# von {name}} few {#} other {# von {name}}}'],
  [COUNTED, '{name}: {count, number}'],
  [COUNTED, '{name}: {count}'],
  ['{on, select, true {on} other {off}}', '{on, select, true {an} other {aus}}'],
  ['The {reason}.', 'Bitte verbessern.'],
  ['Name', '\u2068token:\u2069 <b>&amp;</b> \n ‏1'],
])('takes for %j %j', (english, text) => {
  expect(messageFault('fault.x', text, english)).toBeUndefined();
});

it.each([
  ['Order {id}', 'Bestellung {id', 'is no ICU message'],
  ['Order {id}', 'Bestellung', 'lacks the argument {id}'],
  ['Order {id}', '{id} {name}', 'has an argument {name} that English does not have'],
  ['Order {id}', '{id, number}', 'takes the argument {id} for a number'],
  ['Order {id}', '{id, plural, other {}}', 'takes the argument {id} for a number'],
  ['Order {id}', '{id, date}', 'takes the argument {id} for a format of its own'],
  [COUNTED, '{count, number, ::currency/XXX} {name}', 'for a format of its own'],
  [COUNTED, '{count, plural, one {#}} {name}', 'is no ICU message'],
  ['Name', 5, 'is no text'],
  ['Name', null, 'is no text'],
  ['Name', 'x'.repeat(5_001), 'has more than 5000 characters'],
  ['Name', 'a\u202eb', 'has a control character'],
  ['Name', 'a\ue000b', 'has a control character'],
  ['Name', 'a\ud800b', 'has a control character'],
  ['Name', 'a\u0000b', 'has a control character'],
  ['Name', 'a\u2068b', 'isolates no whole text'],
  ['Name', 'a\u2069b\u2068', 'isolates no whole text'],
  [COUNTED, '{count, plural, one {\u2068# {name}} other {#\u2069}}', 'isolates no whole text'],
  ['{on, select, true {on} other {off}}', '{on}', 'takes the argument {on} for a text'],
  ['Name', ' ', 'is empty'],
  ['Name', 'a\u2029b', 'has a control character'],
])('refuses for %j %j', (english, text, reason) => {
  expect(messageFault('fault.x', text, english)).toContain(reason);
});

it('a reason may be left out of why something is refused, and of nothing else', () => {
  expect(messageFault('order.x', 'No.', 'The {reason}.')).toBe('lacks the argument {reason}');
});
