import { entityTagOf, Precondition } from './precondition.js';

const SHOWN = { id: 7, name: 'Acme' };
const TAG = entityTagOf(SHOWN);

describe('a precondition', () => {
  it.each([TAG, `W/${TAG}`, `"other", ${TAG}`, `"other",W/${TAG}`, '*', ' * '])(
    'of %s is met by what was read',
    (header) => {
      expect(() => {
        new Precondition(header).assert(SHOWN);
      }).not.toThrow();
    },
  );

  it.each(['"other"', TAG.slice(1, -1), `${TAG}x`, '""', '"*"'])('of %s is not', (header) => {
    expect(() => {
      new Precondition(header).assert(SHOWN);
    }).toThrow('It has been changed');
  });

  it('is not met after a change', () => {
    expect(() => {
      new Precondition(TAG).assert({ ...SHOWN, name: 'Other' });
    }).toThrow('It has been changed');
  });
});
