import { csvHeader, csvLine, csvRow, csvText, textOfCsvCell } from './csv.js';
import { jsonNumber } from './json.js';

describe('the text of a CSV cell', () => {
  it.each([
    ['60 UC', '"60 UC"'],
    ['', '""'],
    [null, ''],
    ['say "hi", twice\r\n', '"say ""hi"", twice\r\n"'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@sum', `"'@sum"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    [`'quoted`, `"''quoted"`],
    ['a=b', '"a=b"'],
    ['＝1+1', `"'＝1+1"`],
    ['＠sum', `"'＠sum"`],
    ['\u200B=1+1', `"'\u200B=1+1"`],
    ['\uFEFF\u2060-1', `"'\uFEFF\u2060-1"`],
    ['\u200Bx', '"\u200Bx"'],
  ])('%j is written as %s', (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each([
    '60 UC',
    '=1+1',
    '-1',
    `'quoted`,
    `''`,
    `'=x`,
    '\tx',
    '',
    '＋1',
    '\u200B=x',
    `\u200B'x`,
  ])('%j is read as it was before it was written', (text) => {
    const written = csvText(text).slice(1, -1).replaceAll('""', '"');
    expect(textOfCsvCell(written)).toBe(text);
  });

  it('keeps an apostrophe that a person typed', () => {
    expect(textOfCsvCell(`'Tis`)).toBe(`'Tis`);
  });

  it('is quoted among exact values, which are not', () => {
    const time = new Date('2026-01-31T18:00:00.000Z');
    expect(csvLine([7, true, time, undefined, '7'])).toBe(
      '7,true,2026-01-31T18:00:00.000Z,,"7"\r\n',
    );
  });
});

describe('a row of a table', () => {
  const COLUMNS = { id: 'plain', name: 'text', fields: 'json', at: 'plain' } as const;

  it('has the values of its columns in their order, and no others', () => {
    const row = {
      at: '2026-01-31T18:00:00Z',
      id: jsonNumber('-0.50'),
      other: 1,
      fields: { a: '=' },
    };
    expect(csvHeader(COLUMNS)).toBe('id,name,fields,at\r\n');
    expect(csvRow(COLUMNS, { ...row, name: '=1+1' })).toBe(
      `-0.50,"'=1+1","{""a"":""=""}",2026-01-31T18:00:00Z\r\n`,
    );
  });

  it('distinguishes null from an empty text', () => {
    expect(csvRow(COLUMNS, { id: 0, name: '', fields: null, at: null })).toBe('0,"",,\r\n');
    expect(csvRow(COLUMNS, { id: 0, name: null, fields: ['x'], at: null })).toBe(
      '0,,"[""x""]",\r\n',
    );
  });
});
