import { pauseAfter } from './webhook-pauses.js';

describe('the pauses between attempts', () => {
  it('grow from seconds to a day', () => {
    expect(pauseAfter(1, 0)).toBe(5);
    expect(pauseAfter(2, 0)).toBe(300);
    expect(pauseAfter(9, 0)).toBe(24 * 3600);
  });

  it('end after about three days', () => {
    let total = 0;
    let attempts = 0;
    for (let pause: number | undefined = 0; pause !== undefined; pause = pauseAfter(attempts, 0)) {
      total += pause;
      attempts += 1;
    }
    expect(attempts).toBe(10);
    expect(total / 3600).toBeCloseTo(75.6, 1);
  });

  it('are up to a tenth longer, so that receivers are not flooded', () => {
    expect(pauseAfter(2, 1)).toBe(330);
  });
});
