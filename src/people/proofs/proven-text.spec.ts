import { randomBytes } from 'node:crypto';
import { provenText, textOfProven } from './proven-text.js';

const KEY = randomBytes(32);

describe('a proven text', () => {
  it('is known by its key and its kind', () => {
    const proven = provenText('device', '7.0.1', KEY);
    expect(textOfProven('device', proven, KEY)).toBe('7.0.1');
    expect(textOfProven('link', proven, KEY)).toBeUndefined();
    expect(textOfProven('device', proven, randomBytes(32))).toBeUndefined();
  });

  it.each([
    (proven: string) => proven.slice(0, -1),
    (proven: string) => `${proven}0`,
    (proven: string) => proven.replace('7', '8'),
    (proven: string) => proven.toUpperCase(),
    (proven: string) => `${'7'.repeat(300)}${proven}`,
    () => '',
    () => '.',
    () => 'é.é',
  ])('is no other text (%#)', (change) => {
    const proven = provenText('device', '7.0.abc', KEY);
    expect(textOfProven('device', change(proven), KEY)).toBeUndefined();
  });
});
