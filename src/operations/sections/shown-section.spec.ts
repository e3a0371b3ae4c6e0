import { shownParts, type ShownPart } from './shown-section.js';

describe('what an extension gives for a section', () => {
  it('is shown in the language of the operator, with links to pages of the console', () => {
    const values = [
      ['Plain', 'a'],
      [{ en: 'Number', de: 'Zahl' }, 7],
      ['Nothing', null],
      ['Account', { link: 'account', id: 3, text: 'Ada' }],
      ['Product', { link: 'product', id: 9 }],
      ['Order', { link: 'order', id: 'ID_9fff' }],
    ];
    const given = [
      { kind: 'text', text: { en: 'Hello', de: 'Hallo' } },
      { kind: 'values', values },
    ];
    expect(shownParts(given, 'de')).toEqual([
      { kind: 'text', text: 'Hallo' },
      {
        kind: 'values',
        values: [
          ['Plain', { text: 'a' }],
          ['Zahl', { text: '7' }],
          ['Nothing', { text: '' }],
          ['Account', { text: 'Ada', page: 'accounts/3' }],
          ['Product', { text: '9', page: 'catalog/products/9' }],
          ['Order', { text: 'ID_9fff', page: 'orders/ID_9fff' }],
        ],
      },
    ]);
  });

  it('is cut where a page would grow without bounds, and says so', () => {
    const columns = Array.from({ length: 11 }, (_, index) => `c${index}`);
    const rows = Array.from({ length: 51 }, () => columns.map(() => `${'x'.repeat(499)}😀y`));
    const [table] = shownParts([{ kind: 'table', columns, rows }], 'en');
    expect(table).toMatchObject({ kind: 'table', isCut: true });
    const { columns: shown, rows: shownRows } = table as Extract<ShownPart, { kind: 'table' }>;
    expect([shown.length, shownRows.length, shownRows[0]?.length]).toEqual([10, 50, 10]);
    expect(shownRows[0]?.[0]).toEqual({ text: `${'x'.repeat(499)}…` });
    const whole = shownParts([{ kind: 'table', columns: ['a'], rows: [['b']] }], 'en');
    expect(whole).toMatchObject([{ isCut: false }]);
  });

  it.each([
    [{ kind: 'text', text: 'no list' }],
    [['a']],
    [[null]],
    [[{ kind: 'html', html: '<b>' }]],
    [[{ kind: 'text' }]],
    [[{ kind: 'values', values: [['label', undefined]] }]],
    [[{ kind: 'values', values: [['', 'empty label']] }]],
    [[{ kind: 'values', values: [['x', { link: 'https://evil.example', id: 1 }]] }]],
    [[{ kind: 'values', values: [['x', { link: 'order', id: '../shop' }]] }]],
    [[{ kind: 'values', values: [['x', { link: 'constructor', id: '1' }]] }]],
    [[{ kind: 'table', columns: ['a', 'b'], rows: [['one']] }]],
    [[{ kind: 'table', columns: ['a'], rows: ['one'] }]],
    [Array.from({ length: 11 }, () => ({ kind: 'text', text: 'many' }))],
  ])('is refused where it is none: %j', (given) => {
    expect(() => shownParts(given, 'en')).toThrow();
  });
});
