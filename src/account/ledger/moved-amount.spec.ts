import { addedAmount, movedAmount } from './moved-amount.js';

const WRONG = [
  ...['', ' ', '0', '-0', '0.00000000', '+', '++1', '.5', '5.', '1e3', '0x10', '1,5', 'much'],
  ...['NaN', 'Infinity', '0.000000001', '1.000000001', `1${'0'.repeat(20)}`],
];

describe('the amount of a movement by hand', () => {
  it.each([
    ['1', '1'],
    ['+2.50', '2.5'],
    ['0.00000001', '0.00000001'],
    ['1.000000000', '1'],
    [`${'9'.repeat(20)}.99999999`, `${'9'.repeat(20)}.99999999`],
  ])('may be %s', (text, amount) => {
    expect([movedAmount(text), addedAmount(text)]).toEqual([amount, amount]);
  });

  it.each(WRONG)('is not %j', (text) => {
    expect(() => movedAmount(text)).toThrow(/^Please type an amount in USD such as -12.5, /);
    expect(() => addedAmount(text)).toThrow(/and no sign\.$/);
  });

  it('may be below 0 only where something may be taken', () => {
    expect(movedAmount('-12.5')).toBe('-12.5');
    expect(() => addedAmount('-12.5')).toThrow(/and no sign\.$/);
  });
});
