import fc from 'fast-check';
import type { AccountField } from '../../catalog/account-field.js';
import { FlatParameters, type Parameter } from '../../common/http/parameters/flat-parameters.js';
import { matchFields } from './order-fields.js';
import { assertQuantityNotMissed, givenQuantity, quantityGivenBy } from './quantity-names.js';
import type { QuantityRule } from './quantity.js';

const field = (name: string, label = name): AccountField => ({
  name,
  label,
  type: 'string',
  required: true,
});

function quantityOf(schema: readonly AccountField[], ...sent: readonly Parameter[]): string {
  const parameters = new FlatParameters(sent);
  return givenQuantity(parameters, quantityGivenBy(parameters, schema));
}

const FIRST = ['Qty', 'QTY', 'qty[]', 'q_t_y', 'q-ty', 'Q TY', ' qty', '[qty]'];
const SECOND = ['quantity', 'Quantity', 'QUANTITY', 'qt', 'QT', 'Qt[]', 'quan_tity'];
const DOUBTFUL = ['count', 'amount', 'units', 'pieces', 'Amount', 'COUNT', 'pieces[]', 'u-nits'];

describe('the quantity of a request', () => {
  it.each([...FIRST, ...SECOND])('is read from %j', (name) => {
    expect(quantityOf([field('playerId')], [name, '5'], ['playerId', '7'])).toBe('5');
  });

  it.each([...DOUBTFUL, 'quantities', 'qtys', 'q', 'qty2', 'qty[0]', 'number', 'playerId', ''])(
    'is not read from %j',
    (name) => {
      expect(quantityOf([], [name, '5'])).toBe('1');
    },
  );

  it('is qty wherever it is sent, and then nothing else is looked at', () => {
    expect(quantityOf([], ['Qty', '5'], ['qt', 'x'], ['qty', '3'])).toBe('3');
    expect(() => quantityOf([], ['Qty', '5'], ['qty', ''])).toThrow('Quantity not allowed');
    expect(() => quantityOf([], ['qty', '3'], ['qty', '3'])).toThrow('Parameter repeated: qty');
  });

  it('is the first of the other names that has a value', () => {
    expect(quantityOf([], ['qt', '7'], ['Qty', '5'])).toBe('5');
    expect(quantityOf([], ['qt', '7'], ['Qty', ' '], ['QTY', ''])).toBe('7');
    expect(quantityOf([], ['qt', ''], ['Qty', ''])).toBe('1');
  });

  it('has one number', () => {
    expect(quantityOf([], ['Qty', '5'], ['QTY', '5.0'], ['qty[]', '05'])).toBe('5');
    expect(quantityOf([], ['qt', '5'], ['quantity', '5'])).toBe('5');
    for (const [one, other] of [
      ['Qty', 'QTY'],
      ['qt', 'quantity'],
      ['qt', 'qt'],
    ] as const) {
      expect(() => quantityOf([], [one, '5'], [other, '6'])).toThrow(
        'Different values for parameter: qty',
      );
    }
    expect(() => quantityOf([], ['quantity', '1e3'])).toThrow('Quantity not allowed');
  });

  it('is never what a field bears as name or label', () => {
    expect(quantityOf([field('Quantity')], ['quantity', '5'], ['qt', '6'])).toBe('6');
    expect(quantityOf([field('x', 'q t')], ['QT', '5'])).toBe('1');
    expect(quantityOf([field('x', 'QTY')], ['Qty', '5'])).toBe('1');
  });
});

describe('what gives the quantity, for any product and request', () => {
  const NAMES = [
    ...FIRST,
    ...SECOND,
    ...DOUBTFUL,
    'qty',
    'playerId',
    'ＱＴＹ',
    'q\u2013ty',
    'Zone',
  ];
  const fields = fc
    .uniqueArray(fc.constantFrom(...NAMES.filter((name) => name !== 'qty')), { maxLength: 3 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) => fc.constantFrom(...NAMES).map((label) => field(name, label))),
      ),
    );
  const sent = fc.array(
    fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('', '1', '5', '5.0', 'x')),
    { maxLength: 5 },
  );

  it('fills no field, with or without it', () => {
    fc.assert(
      fc.property(fields, sent, fc.boolean(), (schema, parameters, otherForms) => {
        const givenBy = quantityGivenBy(new FlatParameters(parameters), schema);
        const rest = parameters.filter((parameter) => !givenBy.includes(parameter));
        let whole;
        try {
          whole = matchFields(schema, parameters, otherForms);
        } catch {
          return;
        }
        const left = matchFields(schema, rest, otherForms);
        expect([...left.values]).toEqual([...whole.values]);
        expect(left.sent).toEqual(whole.sent);
        for (const parameter of givenBy) {
          expect(whole.sent).not.toContain(parameter);
          expect(left.extras).not.toContain(parameter);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never has a value with qty, and changes no request that sends it', () => {
    fc.assert(
      fc.property(fields, sent, (schema, parameters) => {
        const all = new FlatParameters([...parameters, ['qty', '3']]);
        expect(quantityGivenBy(all, schema)).toEqual([]);
      }),
    );
  });
});

describe('a new order whose quantity may have been missed', () => {
  const RANGE: QuantityRule = { productType: 'package', quantityValues: { min: '1', max: '50' } };
  const asked =
    (rule: QuantityRule, fields: readonly AccountField[], ...sent: readonly Parameter[]) =>
    () => {
      assertQuantityNotMissed(new FlatParameters(sent), { ...rule, fields });
    };

  it.each(DOUBTFUL)('is refused for %s', (name) => {
    expect(asked(RANGE, [], [name, '5'])).toThrow(
      `Send the quantity as qty: it is not read from ${name}`,
    );
    for (const one of ['1', '1.0', '01', '', ' '])
      expect(asked(RANGE, [], [name, one])).not.toThrow();
  });

  it.each(['x', '0', '1.5', '1e0', '11', '-1', '10'])('is refused for the value %s', (value) => {
    expect(asked(RANGE, [], ['count', value])).toThrow('Send the quantity as qty');
  });

  it('is none where qty was sent, or where the name is that of a field', () => {
    expect(asked(RANGE, [], ['amount', '5'], ['qty', '2'])).not.toThrow();
    expect(asked(RANGE, [field('Amount')], ['amount', '5'])).not.toThrow();
    expect(asked(RANGE, [field('x', 'Amount')], ['amount', '5'])).not.toThrow();
  });

  it.each<[QuantityRule, boolean]>([
    [{ productType: 'package', quantityValues: null }, false],
    [{ productType: 'specificPackage', quantityValues: null }, false],
    [{ productType: 'package', quantityValues: { min: '1', max: '1' } }, false],
    [{ productType: 'amount', quantityValues: { min: '1.0', max: '1' } }, false],
    [{ productType: 'specificPackage', quantityValues: ['1', '1.00'] }, false],
    [{ productType: 'specificPackage', quantityValues: ['1', '2'] }, true],
    [{ productType: 'specificPackage', quantityValues: ['2'] }, true],
    [{ productType: 'amount', quantityValues: null }, true],
    [{ productType: 'amount', quantityValues: { min: '0.5', max: '1' } }, true],
  ])('for %j is refused: %s', (rule, isRefused) => {
    const order = asked(rule, [], ['pieces', '5']);
    if (isRefused) expect(order).toThrow('Send the quantity as qty');
    else expect(order).not.toThrow();
  });
});
