import { nextStep, type Step } from './next-step.js';

const NONCES = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
};
const revision = (name: string): string =>
  `${name.slice(0, -1)}:${NONCES[name.at(-1) as keyof typeof NONCES]}`;

describe('an answer of changes to a cursor of a revision, while the catalog in memory has the revision 9a', () => {
  it.each<[since: string, authentic: Step, other: Step, authenticAfterReread: Step]>([
    ['9a', 'nothing', 'full', 'nothing'],
    ['8a', 'compare', 'full', 'compare'],
    ['8b', 'compare', 'full', 'compare'],
    ['0b', 'compare', 'full', 'compare'],
    // Changes were lost, and others have the same number.
    ['9b', 'full', 'full', 'full'],
    // Another instance has seen it, or it was lost.
    ['10a', 'reread', 'reread', 'full'],
    ['10b', 'reread', 'reread', 'full'],
    // Numbers are no texts.
    ['100a', 'reread', 'reread', 'full'],
    ['9223372036854775807a', 'reread', 'reread', 'full'],
    ['-1a', 'compare', 'full', 'compare'],
  ])('%s', (name, authentic, other, authenticAfterReread) => {
    const known = { since: revision(name), present: revision('9a') };
    expect(nextStep({ ...known, isAuthentic: true, hasReread: false })).toBe(authentic);
    expect(nextStep({ ...known, isAuthentic: false, hasReread: false })).toBe(other);
    expect(nextStep({ ...known, isAuthentic: true, hasReread: true })).toBe(authenticAfterReread);
    expect(nextStep({ ...known, isAuthentic: false, hasReread: true })).toBe('full');
  });

  it('without a cursor is everything', () => {
    const known = { since: undefined, present: revision('9a'), isAuthentic: false };
    expect(nextStep({ ...known, hasReread: false })).toBe('full');
    expect(nextStep({ ...known, hasReread: true })).toBe('full');
  });
});
