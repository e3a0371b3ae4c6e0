import fc from 'fast-check';
import { takesMaxPrice, type AccountField } from '../../catalog/account-field.js';
import { BadParameterError } from '../../common/app-error.js';
import { FlatParameters, type Parameter } from '../../common/http/parameters/flat-parameters.js';
import { matchFields } from './order-fields.js';
import { PriceAboveLimitError } from './orders.errors.js';
import { assertWithinLimit, ownParameters, priceLimit } from './price-limit.js';

const match = (schema: readonly AccountField[], parameters: readonly Parameter[]) =>
  matchFields(schema, parameters, true);

const SCALE = 10n ** 8n;

const field = (name: string, label = name, required = true): AccountField => ({
  name,
  label,
  type: 'string',
  required,
});

/** The plain text of so many hundred-millionths of a dollar. */
function usd(units: bigint): string {
  const fraction = (units % SCALE).toString().padStart(8, '0').replace(/0+$/, '');
  return `${units / SCALE}${fraction === '' ? '' : `.${fraction}`}`;
}

const compare = (total: string, ...limits: readonly string[]) => {
  const parameters = limits.map((limit): Parameter => ['max_price', limit]);
  return () => {
    assertWithinLimit(total, new FlatParameters(parameters), [field('playerId')]);
  };
};

const units = fc.bigInt({ min: 0n, max: 10n ** 28n - 1n });

describe('priceLimit', () => {
  it('keeps the value of every plain decimal of up to 8 decimals', () => {
    fc.assert(
      fc.property(units, fc.nat(8), (value, zeros) => {
        const [whole = '', fraction = ''] = usd(value).split('.');
        const padded = fraction.padEnd(Math.max(fraction.length, zeros), '0');
        const text = padded === '' ? whole : `${whole}.${padded}`;
        expect(priceLimit(text)).toBe(usd(value));
      }),
    );
  });

  it('refuses everything else', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.stringMatching(/^[-+ 0-9.,eExX_٣０]{0,14}$/),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(text, (malformed) => {
        fc.pre(!/^[0-9]{1,20}(\.[0-9]{1,8})?$/.test(malformed));
        expect(() => priceLimit(malformed)).toThrow(BadParameterError);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ...[
      '',
      ' ',
      ' 1',
      '1 ',
      '1\n',
      '+5',
      '-1',
      '-0',
      '.5',
      '5.',
      '1e3',
      '1E3',
      '0x10',
      '1,5',
      '1_0',
    ],
    ...['NaN', 'Infinity', 'null', 'true', '٣', '１', '½', '1.2.3', '0.000000001', '1.000000000'],
    ...['1'.repeat(21), '$5', '5 USD', '\uFFFD'],
  ])('refuses %j, and says what is right', (text) => {
    expect(() => priceLimit(text)).toThrow(
      'Malformed parameter: max_price (digits with at most one point and 8 decimals, such as 1.5)',
    );
  });

  it.each([
    ['0', '0'],
    ['0.00000000', '0'],
    ['007', '7'],
    ['1.50', '1.5'],
    [`${'9'.repeat(20)}.99999999`, `${'9'.repeat(20)}.99999999`],
  ])('takes %s', (text, limit) => {
    expect(priceLimit(text)).toBe(limit);
  });
});

describe('assertWithinLimit', () => {
  it('refuses exactly what is more than the limit', () => {
    const nearby = fc.tuple(units, fc.bigInt({ min: -2n, max: 2n })).map(([limit, more]) => {
      const total = limit + more;
      return { limit, total: total < 0n ? 0n : total };
    });
    fc.assert(
      fc.property(nearby, ({ limit, total }) => {
        const asked = compare(usd(total), usd(limit));
        if (total > limit) expect(asked).toThrow(PriceAboveLimitError);
        else expect(asked).not.toThrow();
      }),
    );
  });

  it('says both amounts', () => {
    expect(compare('1.26048', '1.260')).toThrow(
      'The price is 1.26048 USD, above the max_price 1.26',
    );
  });

  it('takes a limit of 0 for an order of 0 USD only', () => {
    expect(compare('0', '0')).not.toThrow();
    expect(compare('0.00000001', '0')).toThrow(PriceAboveLimitError);
  });

  it('compares nothing without a limit', () => {
    expect(compare('99')).not.toThrow();
  });

  it('refuses a repeated limit, of the same value too', () => {
    expect(compare('1', '5', '5')).toThrow(BadParameterError);
  });
});

describe('a field that the parameter would fill', () => {
  const NAMES = [
    ...[
      'max_price',
      'MAX_PRICE',
      'Max Price',
      'max-price',
      'maxPrice',
      'maxprice',
      'price',
      'limit',
    ],
    ...['max_price_usd', 'ｍax_price', 'max\u00a0price', 'max \u2013 price'],
  ];
  const schemas = fc
    .uniqueArray(fc.constantFrom(...NAMES, 'playerId', 'Zone ID'), { maxLength: 3 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .record({ label: fc.constantFrom(...NAMES), required: fc.boolean() })
            .map(({ label, required }) => field(name, label, required)),
        ),
      ),
    );

  it('is exactly one that newOrder finds by it', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const { values } = match(schema, [['max_price', '5']]);
        expect(schema.some(takesMaxPrice)).toBe(values.size > 0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the parameter, and there is no limit', () => {
    const schema = [field('Max Price')];
    const parameters = new FlatParameters([['max_price', 'gold']]);
    expect([...ownParameters(parameters, schema)]).toEqual(['order_uuid', 'qty']);
    expect(() => {
      assertWithinLimit('99', parameters, schema);
    }).not.toThrow();
  });

  it('is the only reason to leave max_price to the product', () => {
    const parameters = new FlatParameters([['max_price', '5']]);
    expect([...ownParameters(parameters, [field('playerId')])]).toEqual([
      'order_uuid',
      'qty',
      'max_price',
    ]);
  });
});
