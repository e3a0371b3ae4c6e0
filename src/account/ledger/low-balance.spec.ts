import { lowBalanceEvent } from './low-balance.js';

const told = (spendable: string, charged: string): boolean =>
  lowBalanceEvent({ spendable, charged, balanceLow: '10' }) !== undefined;

describe('balance.low', () => {
  it('is told of the charge that crosses the threshold', () => {
    const charge = { spendable: '9.50000000', charged: '1', balanceLow: '10.00000000' };
    expect(lowBalanceEvent(charge)).toEqual({
      type: 'balance.low',
      data: { balance: '9.5', threshold: '10', currency: 'USD' },
    });
    expect(told('9.99999999', '0.00000001')).toBe(true);
    expect(told('0', '500')).toBe(true);
  });

  it.each([
    ['the charge that only reaches it', '10', '1'],
    ['a charge above it', '50', '1'],
    ['a charge below it', '8', '1.99999999'],
  ])('is not told of %s', (_case, spendable, charged) => {
    expect(told(spendable, charged)).toBe(false);
  });
});
