import { InvalidFieldsError, type FieldFault } from '../../operations/fields/checked-input.js';
import { CheckedPipe } from './checked.pipe.js';
import {
  FlagField,
  IdField,
  IntegerField,
  IntegerParameter,
  ListField,
  MoneyField,
  RangeField,
  TextField,
  TimeField,
  WordField,
  WordsField,
} from '../../operations/fields/fields.js';

class Sample {
  @TextField({ max: 5, min: 1, optional: true })
  text?: string;

  @MoneyField({ optional: true })
  money?: string;

  @MoneyField({ optional: true, signed: true })
  movement?: string;

  @IntegerField({ min: 0, max: 9, optional: true, nullable: true })
  integer?: number | null;

  @IdField({ optional: true })
  id?: number;

  @FlagField({ optional: true })
  flag?: boolean;

  @WordField(['on', 'off'], { optional: true })
  word?: string;

  @WordsField(['a', 'b'], { optional: true })
  words?: string[];

  @TimeField({ optional: true })
  time?: string;

  @TimeField({ optional: true, toCome: true })
  end?: string;

  @RangeField({ optional: true })
  range?: string;

  @ListField({ accepts: (one) => one !== 'no', what: 'texts', min: 1, max: 2, optional: true })
  list?: string[];

  @IntegerParameter({ min: 1, max: 100 })
  limit?: string;
}

class Required {
  @TextField({ max: 5 })
  text: string;
}

const pipe = new CheckedPipe(Sample);

function faultsOf(given: object, checked: CheckedPipe<object> = pipe): readonly FieldFault[] {
  try {
    checked.transform(given);
    return [];
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.faults;
    throw error;
  }
}

describe('fields', () => {
  it.each<[string, unknown]>([
    ['text', 'abcde'],
    ['text', 'مرحب'],
    ['money', '12.50'],
    ['money', '0.00000001'],
    ['movement', '-1'],
    ['integer', 0],
    ['integer', null],
    ['id', 2_147_483_647],
    ['flag', false],
    ['word', 'on'],
    ['words', []],
    ['words', ['b', 'a']],
    ['time', '2026-01-31T18:00:00Z'],
    ['time', '2026-01-31T18:00:00.123456Z'],
    ['end', '2999-01-31T18:00:00Z'],
    ['range', '2001:db8::/32'],
    ['list', ['x', 'y']],
    ['limit', '100'],
  ])('%s takes %j', (field, value) => {
    expect(pipe.transform({ [field]: value })).toEqual({ [field]: value });
  });

  it.each<[string, unknown]>([
    ['text', ''],
    ['text', '  '],
    ['text', 'abcdef'],
    ['text', 'a\0'],
    ['text', '\ud800'],
    ['text', null],
    ['text', 5],
    ['text', ['a']],
    ['money', 12.5],
    ['money', '-1'],
    ['money', '1e3'],
    ['money', '.5'],
    ['money', '0.000000001'],
    ['money', '9'.repeat(41)],
    ['movement', '+1'],
    ['integer', '5'],
    ['integer', 10],
    ['integer', 1.5],
    ['integer', NaN],
    ['id', 0],
    ['id', null],
    ['flag', 'true'],
    ['flag', 1],
    ['word', 'ON'],
    ['word', 'toString'],
    ['words', ['a', 'a']],
    ['words', 'a'],
    ['time', '2026-02-30T18:00:00Z'],
    ['time', '2026-01-31'],
    ['time', '2026-01-31T18:00:00+02:00'],
    ['end', '2020-01-31T18:00:00Z'],
    ['range', '203.0.113.7/33'],
    ['list', []],
    ['list', ['x', 'y', 'z']],
    ['list', ['no']],
    ['list', [5]],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '1e1'],
    ['limit', ['1', '1']],
  ])('%s does not take %j, and says so once', (field, value) => {
    const faults = faultsOf({ [field]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]?.field).toBe(field);
    expect(faults[0]?.message).toMatch(/^must be /);
  });
});

describe('an object', () => {
  it('may lack what is optional, and nothing else', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({}, new CheckedPipe(Required))).toEqual([
      {
        field: 'text',
        message: 'must be a text of 0 to 5 characters that can be stored',
        messageKey: { key: 'field.text', values: { min: 0, max: 5 } },
      },
    ]);
  });

  it('has no other field, whatever its name', () => {
    const given = JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"x":4}') as object;
    expect(faultsOf(given).map(({ field }) => field)).toEqual([
      '__proto__',
      'constructor',
      'toString',
      'x',
    ]);
  });

  it('has no part of a value in its faults', () => {
    const faults = faultsOf({ text: '$value secret', x: '$property' });
    expect(JSON.stringify(faults)).not.toMatch(/secret|\$/);
  });
});
