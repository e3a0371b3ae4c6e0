import { entryText } from './entry-text.js';

const told = (after: Parameters<typeof entryText>[1]['after']) =>
  entryText('en', { action: 'operator sign-in', after });

describe('an entry of a sign-in', () => {
  it.each([
    [{ factors: ['password'], stage: 'code' }, 'Password accepted'],
    [{ factors: ['password'], stage: 'enrol' }, 'Password accepted'],
    [{ factors: ['link'], stage: 'code' }, 'Sign-in link accepted'],
    [{ factors: ['password'], stage: 'full' }, 'Signed in'],
    [{ factors: ['totp'], stage: 'full' }, 'Signed in'],
    [null, 'Signed in'],
  ])('%j is told as "%s"', (after, text) => {
    expect(told(after)).toBe(text);
  });
});
