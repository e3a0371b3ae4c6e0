import { chargeRefusal } from './charge-refusal.js';

const codeOf = (...args: Parameters<typeof chargeRefusal>): number | undefined =>
  chargeRefusal(...args)?.wire.code;

describe('chargeRefusal', () => {
  it.each([
    ['10.00000000', '10', undefined],
    ['10', '10.00000001', 100],
    ['9.99999999', '10', 100],
    ['0', '0', undefined],
    ['0.00000000', '0.00000001', 100],
    // The credit limit was lowered below what the account owes.
    ['-5', '0', undefined],
    ['-5', '0.00000000', undefined],
    ['-5', '1', 100],
  ])('with %s USD to spend, a charge of %s is answered %s', (spendable, amount, code) => {
    expect(codeOf({ isHalted: false, spendable }, amount)).toBe(code);
  });

  it.each(['0', '1', '99'])('is 111 for a charge of %s while orders are halted', (amount) => {
    expect(codeOf({ isHalted: true, spendable: '10' }, amount)).toBe(111);
  });

  it('names what is needed and what is there', () => {
    const refusal = chargeRefusal({ isHalted: false, spendable: '10.50' }, '13.0');
    expect(refusal?.message).toBe('Insufficient balance: 13 USD needed, 10.5 USD available');
  });
});
