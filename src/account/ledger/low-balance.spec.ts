import { lowBalanceEvent } from './low-balance.js';

const isSent = (spendable: string, charged: string): boolean =>
  lowBalanceEvent({ spendable, charged, balanceLow: '10' }) !== undefined;

describe('balance.low', () => {
  it('is sent for the charge that crosses the threshold', () => {
    const charge = { spendable: '9.50000000', charged: '1', balanceLow: '10.00000000' };
    expect(lowBalanceEvent(charge)).toEqual({
      type: 'balance.low',
      data: { balance: '9.5', threshold: '10', currency: 'USD' },
    });
    expect(isSent('9.99999999', '0.00000001')).toBe(true);
    expect(isSent('0', '500')).toBe(true);
  });

  it.each([
    ['a charge down to exactly the threshold', '10', '1'],
    ['a charge above it', '50', '1'],
    ['a charge below it', '8', '1.99999999'],
  ])('is not sent for %s', (_case, spendable, charged) => {
    expect(isSent(spendable, charged)).toBe(false);
  });
});
