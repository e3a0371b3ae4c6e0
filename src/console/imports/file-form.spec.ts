import { fileFormOf, uploadName } from './file-form.js';

describe('an uploaded file', () => {
  it.each([
    ['catalog.csv', 'csv'],
    ['CATALOG.CSV', 'csv'],
    ['catalog.json', 'json'],
    ['catalog.csv.txt', 'unknown'],
    ['csv', 'csv'],
    ['', 'unknown'],
  ])('%j is read as %s', (name, form) => {
    expect(fileFormOf(name)).toBe(form);
  });

  it('has a name that fits', () => {
    expect(uploadName(` ${'x'.repeat(300)} `)).toBe('x'.repeat(200));
  });
});
