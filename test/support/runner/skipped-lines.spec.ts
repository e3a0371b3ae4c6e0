import { skippedLines } from './skipped-lines.js';

describe('skippedLines', () => {
  it('has a line for each reason, with the number of tests', () => {
    const tests = [
      { ancestorTitles: ['the client (skipped: no browser starts here; a: b)'] },
      { ancestorTitles: ['the page (skipped: no browser starts here; a: b)', 'on a phone'] },
      { ancestorTitles: ['bots (skipped: no php)'] },
    ];
    expect(skippedLines(tests)).toEqual([
      'Skipped (2): no browser starts here; a: b',
      'Skipped (1): no php',
    ]);
  });

  it('has none for tests that ran', () => {
    const tests = [{ ancestorTitles: ['orders'] }, { ancestorTitles: ['of an account (b)'] }];
    expect(skippedLines(tests)).toEqual([]);
  });
});
