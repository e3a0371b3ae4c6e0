import { addressSubject, subjectKey } from './attempt-subject.js';

describe('attempts', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    [null, ''],
    ['unknown', ''],
  ])('from %s are counted for %j', (address, text) => {
    expect(addressSubject(address)).toEqual({ kind: 'address', text });
  });

  it('are counted apart by kind and text', () => {
    const keys = [
      subjectKey({ kind: 'name', text: '7' }),
      subjectKey({ kind: 'code', text: '7' }),
      subjectKey({ kind: 'name', text: '8' }),
    ].map((key) => key.toString('hex'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toHaveLength(64);
  });
});
