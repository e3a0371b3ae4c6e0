import { messageRetryDelaySeconds } from './message-retry-delay.js';

describe('the delays between attempts', () => {
  it('grow from seconds to a day', () => {
    expect(messageRetryDelaySeconds(1, 0)).toBe(5);
    expect(messageRetryDelaySeconds(2, 0)).toBe(300);
    expect(messageRetryDelaySeconds(9, 0)).toBe(24 * 3600);
  });

  it('end after about three days', () => {
    let total = 0;
    let attempts = 0;
    let delay: number | undefined = 0;
    while (delay !== undefined) {
      total += delay;
      attempts += 1;
      delay = messageRetryDelaySeconds(attempts, 0);
    }
    expect(attempts).toBe(10);
    expect(total / 3600).toBeCloseTo(75.6, 1);
  });

  it('are up to a tenth longer, so that receivers are not flooded', () => {
    expect(messageRetryDelaySeconds(2, 1)).toBe(330);
  });
});
