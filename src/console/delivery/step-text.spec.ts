import { ProblemError } from '../../admin/problems/problem.js';
import { settingsText, stepOf } from './step-text.js';

describe('the settings of a handler', () => {
  it.each<[object, string]>([
    [{}, ''],
    [{ stock: 'uc60' }, 'stock=uc60'],
    [{ supplier: 'acme', product: 77 }, 'supplier=acme product=77'],
    [{ stock: 'a=b' }, 'stock=a=b'],
    [{ stock: '' }, 'stock='],
    [{ stock: 'uc 60' }, '{"stock":"uc 60"}'],
    [{ stock: '77' }, '{"stock":"77"}'],
    [{ rate: 1.5 }, '{"rate":1.5}'],
    [{ on: true }, '{"on":true}'],
    [{ parts: { a: 1 } }, '{"parts":{"a":1}}'],
    [{ 'a b': 'c' }, '{"a b":"c"}'],
    [{ '{a': 'c' }, '{"{a":"c"}'],
    [{ '': 'c' }, '{"":"c"}'],
  ])('%j are typed as %s, and read back as they were', (settings, text) => {
    expect(settingsText(settings)).toBe(text);
    expect(stepOf('codes', text)).toEqual({ handler: 'codes', settings });
  });

  it.each(['stock', '=uc60', '{"stock"', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`])(
    'refuse %.30s',
    (text) => {
      expect(() => stepOf('codes', text)).toThrow(ProblemError);
    },
  );
});
