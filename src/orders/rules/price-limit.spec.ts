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

  it('is never above what was sent, and less by no more than the last decimal', () => {
    const sent = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.integer({ min: -18, max: 0 }),
    );
    fc.assert(
      fc.property(sent, ([digits, exponent]) => {
        const [whole = '', fraction = ''] = priceLimit(`${digits}e${exponent}`).split('.');
        const scaled = BigInt(whole + fraction.padEnd(8, '0')) * 10n ** 10n;
        const exact = digits * 10n ** BigInt(18 + exponent);
        expect(exact - scaled).toBeGreaterThanOrEqual(0n);
        expect(exact - scaled).toBeLessThan(10n ** 10n);
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
        const [number = '', exponent = '0', ...more] = malformed.split(/e/i);
        const isPlain = /^[0-9]+(\.[0-9]+)?$/.test(number) && /^[-+]?[0-9]{1,2}$/.test(exponent);
        fc.pre(
          !isPlain || more.length > 0 || malformed.length > 30 || Math.abs(Number(exponent)) > 18,
        );
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
      'e3',
      '1e',
      '1.e3',
      '.5e1',
      '1e3.0',
      '1e 3',
      '1e3e3',
      '1e19',
      '1e-19',
      '1e018',
      '+1e3',
      '-1e3',
      '0x10',
      '1,5',
      '1_0',
    ],
    ...['NaN', 'Infinity', 'null', 'true', '٣', '１', '½', '1.2.3', '1e+-1'],
    ...['1'.repeat(31), `1e18${' '.repeat(27)}`, '$5', '5 USD', '\uFFFD'],
  ])('refuses %j, and says what is right', (text) => {
    expect(() => priceLimit(text)).toThrow(
      'Malformed parameter: max_price (digits with at most one point, such as 1.5 or 7.72e-06; 30 characters, exponent -18 to 18)',
    );
  });

  it.each([
    ['0', '0'],
    ['0.00000000', '0'],
    ['007', '7'],
    ['1.50', '1.5'],
    [`${'9'.repeat(20)}.99999999`, `${'9'.repeat(20)}.99999999`],
    ['9'.repeat(30), '9'.repeat(30)],
    ['7.72e-06', '0.00000772'],
    ['7.72E-6', '0.00000772'],
    ['1e+16', '10000000000000000'],
    ['1e3', '1000'],
    ['9.99e18', '9990000000000000000'],
    ['1.999999999', '1.99999999'],
    ['0.000000019999999999999999999', '0.00000001'],
    ['9.999e-9', '0'],
    ['1e-18', '0'],
    ['0e18', '0'],
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
