import { Readable } from 'node:stream';
import { readCsv } from './csv.reader.js';
import { DraftBuilder } from './draft-builder.js';

async function draftOf(...lines: string[]) {
  const builder = new DraftBuilder(true);
  // Cut into single characters: a file may be cut anywhere.
  await readCsv(Readable.from([...lines.join('\r\n')]), builder);
  return builder.finish();
}

const HEADER = 'id,category,name,price';
const FULL =
  'id,category,name,price,available,product_type,qty_min,qty_max,qty_list,params,image,category_image';

describe('readCsv', () => {
  it('reads every column', async () => {
    const draft = await draftOf(
      FULL,
      '1001, Games > PUBG Mobile > UC ,"60 ""UC"", شحن",0.890,no,amount,1,500,,ID | Server,/uc.svg,/cat.svg',
      '1002,Games > Cards,Card,1,,specificPackage,,,1.92|110,,,',
    );
    expect(draft.categoriesByName).toBe(true);
    expect(draft.categories).toEqual([
      { id: 1, parent_id: null, name: 'Games', image: null, position: 1 },
      { id: 2, parent_id: 1, name: 'PUBG Mobile', image: null, position: 2 },
      { id: 3, parent_id: 2, name: 'UC', image: '/cat.svg', position: 3 },
      { id: 4, parent_id: 1, name: 'Cards', image: null, position: 4 },
    ]);
    expect(draft.products).toMatchObject([
      {
        id: 1001,
        category_id: 3,
        name: '60 "UC", شحن',
        price: '0.89',
        available: false,
        product_type: 'amount',
        qty_values: { min: '1', max: '500' },
        fields: [{ name: 'ID' }, { name: 'Server' }],
        image: '/uc.svg',
      },
      { id: 1002, category_id: 4, available: true, qty_values: ['1.92', '110'], fields: [] },
    ]);
  });

  it('needs four columns only, in any order', async () => {
    const { products } = await draftOf('Price,name,id,category', '5,Card,7,Cards');
    expect(products).toMatchObject([{ id: 7, name: 'Card', price: '5', product_type: 'package' }]);
  });

  it('counts rows as a spreadsheet does: empty ones too, a cell of two lines as one', async () => {
    await expect(draftOf(HEADER, '1,A,"two\r\nlines",1', '', ',,,', '2,A,x,abc')).rejects.toThrow(
      ': row 5 (product 2): price "abc" is no decimal.',
    );
  });

  it.each([
    ['1,A,x,6.1E-05', 'row 2 (product 1): price "6.1E-05" is no decimal'],
    ['1,A > > B,x,1', 'row 2 (category ): name is empty'],
    ['1,,x,1', 'row 2 (category ): name is empty'],
    [',A,x,1', 'row 2 (product): id is missing'],
    ['1,A,x', 'row 2: has 3 cells, but the header has 4'],
    ['1,A,x,1,9', 'row 2: has 5 cells, but the header has 4'],
    ['1,A,"x,1', 'is no readable CSV: '],
    [`1,${'A>'.repeat(100)}B,x,1`, 'row 2: its category stands more than 100 levels deep'],
    [`1,${'>'.repeat(900_000)},x,1`, 'row 2: its category stands more than 100 levels deep'],
    [`1,e${'\u0301\u0316'.repeat(200_000)},x,1`, 'name is longer than 500 characters'],
  ])('says of %j: %s', async (row, fault) => {
    await expect(draftOf(HEADER, row)).rejects.toThrow(fault);
  });

  it('names an unknown, missing or repeated column', async () => {
    await expect(draftOf(`${HEADER},prize`)).rejects.toThrow(
      'has an unknown column "prize" in line 1',
    );
    await expect(draftOf('id,category,name')).rejects.toThrow('has no column "price" in line 1.');
    await expect(draftOf(`${HEADER},ID`)).rejects.toThrow('has the column "id" twice in line 1.');
  });

  it.each([
    ['id;category;name;price', 'separates its columns by semicolons; say --separator ";".'],
    ['id\tcategory\tname\tprice', 'separates its columns by tabs; say --separator tab.'],
  ])('names a wrong separator: %j', async (header, fault) => {
    await expect(draftOf(header, '1;A;x;1')).rejects.toThrow(fault);
  });

  it('reads another separator, and names the comma in its place', async () => {
    const builder = new DraftBuilder(true);
    await readCsv(Readable.from(['id;category;name;price\n1;A > B;x, y;0.5\n']), builder, ';');
    expect(builder.finish().products).toMatchObject([{ id: 1, name: 'x, y', price: '0.5' }]);
    await expect(readCsv(Readable.from([HEADER]), new DraftBuilder(true), ';')).rejects.toThrow(
      'separates its columns by commas; say --separator ",".',
    );
  });

  it('makes no more categories than a catalog may have', async () => {
    const rows = Array.from({ length: 20_001 }, (_, id) => `${id + 1},A > ${id},x,1`);
    await expect(draftOf(HEADER, ...rows)).rejects.toThrow('has more than 20,000 categories');
  });

  it('refuses a file without rows', async () => {
    await expect(draftOf('')).rejects.toThrow('is empty.');
    await expect(draftOf(HEADER)).rejects.toThrow('has neither categories nor products.');
  });
});
