import { InvalidArgumentError } from 'commander';
import { fieldsOf, type DescribedField } from '../../operations/fields/described-field.js';
import {
  FlagField,
  IntegerField,
  ListField,
  MoneyField,
  TextField,
  TimeField,
  WordsField,
} from '../../operations/fields/fields.js';
import { helpOf, optionOf, parserOf, valueOf } from './command-input.js';

class Sample {
  @TextField({ max: 9, optional: true })
  note?: string;

  @MoneyField({ signed: true, optional: true })
  amount?: string;

  @IntegerField({ min: 0, max: 9, optional: true, nullable: true, description: 'Null is none.' })
  a_minute?: number | null;

  @MoneyField({ optional: true, nullable: true, nullWord: 'none' })
  cap?: string | null;

  @WordsField(['a', 'b'], { optional: true, flag: 'word' })
  words?: string[];

  @ListField({ accepts: (text) => text.startsWith('x'), what: 'x', min: 0, max: 2, optional: true })
  items?: string[];

  @TimeField({ optional: true })
  end?: string;

  @FlagField({ optional: true })
  testing?: boolean;

  @FlagField({ optional: true, flag: 'orders' })
  orders_only?: boolean;
}

const FIELDS = new Map(fieldsOf(Sample).map((field) => [field.name, field]));

function field(name: keyof Sample): DescribedField {
  return FIELDS.get(name)!;
}

const typed = (name: keyof Sample, text: string): unknown =>
  valueOf(field(name), parserOf(field(name))(text));

it.each([
  ['note', '+1 more', '+1 more'],
  ['note', 'default', 'default'],
  ['amount', '+2.5', '2.5'],
  ['amount', '-2.5', '-2.5'],
  ['a_minute', '7', 7],
  ['a_minute', 'default', null],
  ['cap', 'none', null],
  ['cap', '12', '12'],
  ['words', 'b, a,b', ['b', 'a']],
  ['items', 'none', []],
  ['items', 'x1,x2', ['x1', 'x2']],
  ['end', '2099-01-31', '2099-01-31T00:00:00.000Z'],
  ['end', '2099-01-31T18:00Z', '2099-01-31T18:00:00.000Z'],
  ['end', '2099-01-31T18:00:00.123456Z', '2099-01-31T18:00:00.123456Z'],
  ['testing', 'off', false],
] as const)('%s takes %s', (name, text, value) => {
  expect(typed(name, text)).toEqual(value);
});

it.each([
  ['note', 'ten letters'],
  ['amount', '++1'],
  ['a_minute', '10'],
  ['a_minute', 'none'],
  ['cap', 'default'],
  ['words', 'c'],
  ['items', 'y'],
  ['end', 'soon'],
  ['end', '2099-01-31T18:00'],
  ['end', '2099-02-30'],
  ['end', '1/2/2099'],
  ['end', '45'],
  ['testing', 'yes'],
] as const)('%s refuses %s', (name, text) => {
  expect(() => typed(name, text)).toThrow(InvalidArgumentError);
});

it('days are counted from now', () => {
  const before = Date.now();
  const end = Date.parse(String(typed('end', '90d')));
  expect(end - before).toBeGreaterThanOrEqual(90 * 86_400_000);
});

it.each([
  ['note', '--note <text>'],
  ['a_minute', '--a-minute <number|default>'],
  ['cap', '--cap <usd|none>'],
  ['words', '--word <list>'],
  ['testing', '--testing <on|off>'],
  ['orders_only', '--orders'],
] as const)('%s is the option %s', (name, flags) => {
  expect(optionOf(field(name)).flags).toBe(flags);
});

it('the help says the word for null', () => {
  expect(helpOf(field('a_minute'))).toBe('default is none.');
});
