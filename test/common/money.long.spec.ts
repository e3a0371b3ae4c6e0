import { differingCharges } from './money-agreement.js';

describe('chargeFor', () => {
  it('equals exact integer arithmetic for 200,000 random prices and quantities', () => {
    expect(differingCharges(200_000)).toBe(0);
  });
});
