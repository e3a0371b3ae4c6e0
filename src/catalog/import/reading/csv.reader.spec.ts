import { Readable } from 'node:stream';
import { readCsv } from './csv.reader.js';
import type { CatalogDraft } from './draft-builder.js';

/** Cut into single characters: a file may be cut anywhere. */
function read(...lines: string[]) {
  return readCsv(Readable.from([...lines.join('\r\n')]));
}

async function draftOf(...lines: string[]) {
  const content = await read(...lines);
  if ('prices' in content) throw new Error('This is a price list.');
  return content;
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
    expect(draft.categories).toMatchObject([
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

  it('needs four columns only for new products, in any order', async () => {
    const { products } = await draftOf('Price,name,id,category', '5,Card,7,Cards');
    expect(products).toMatchObject([{ id: 7, name: 'Card', price: '5', product_type: 'package' }]);
  });

  it('counts rows as a spreadsheet does: empty ones too, a cell of two lines as one', async () => {
    await expect(draftOf(HEADER, '1,A,"two\r\nlines",1', '', ',,,', '2,A,x,abc')).rejects.toThrow(
      ': row 5 (product 2): price "abc" is no decimal.',
    );
  });

  it.each([
    ['1,A,x,"0,90"', 'row 2 (product 1): price "0,90" has a comma; write it with a point'],
    ['1,A,x,"1,234.50"', 'row 2 (product 1): price "1,234.50" has a comma; write it with a point'],
    [
      '1,A,x,0,90',
      'row 2: has 5 cells, but the header has 4; a cell with the separator in it needs',
    ],
    ['1,A,x y" z,1', 'row 2: a quotation mark stands inside of a cell'],
    ['1,A,"x" y,1', 'row 2: behind the closing quotation mark of a cell stands more text'],
    ['1,A,x,6.1E-05', 'row 2 (product 1): price "6.1E-05" is no decimal'],
    ['1,A > > B,x,1', 'row 2 (category ): name is empty'],
    ['1,,x,1', 'row 2 (category ): name is empty'],
    [',A,x,1', 'row 2 (product): id is missing'],
    ['1,A,x', 'row 2: has 3 cells, but the header has 4'],
    ['1,A,x,1,9', 'row 2: has 5 cells, but the header has 4'],
    [
      '1,A,"x,1',
      'is no readable CSV: row 2: a cell begins with a quotation mark that nothing closes',
    ],
    [`1,${'A>'.repeat(100)}B,x,1`, 'row 2: its category stands more than 100 levels deep'],
    [`1,${'> '.repeat(400_000)},x,1`, 'row 2: its category stands more than 100 levels deep'],
    [`1,e${'\u0301\u0316'.repeat(200_000)},x,1`, 'name is longer than 500 characters'],
  ])('says of %j: %s', async (row, fault) => {
    await expect(draftOf(HEADER, row)).rejects.toThrow(fault);
  });

  it('names an unknown, missing or repeated column', async () => {
    await expect(draftOf(`${HEADER},prize`)).rejects.toThrow(
      'has an unknown column "prize" in line 1',
    );
    await expect(draftOf('category,name,price')).rejects.toThrow('has no column "id" in line 1.');
    await expect(draftOf('id')).rejects.toThrow('has the column "id" alone in line 1');
    await expect(draftOf('id,category_image')).rejects.toThrow('without "category" in line 1.');
    await expect(draftOf(`${HEADER},ID`)).rejects.toThrow('has the column "id" twice in line 1.');
  });

  it('reads line ends of several kinds, quoted cells in front of them', async () => {
    const text = 'id,category,name,price\r\n1,A,"x",1\n2,"A","y","2"\r3,A,z,"3"\r\n';
    const { products } = (await readCsv(Readable.from([...text]))) as CatalogDraft;
    expect(products.map(({ id, name, price }) => [id, name, price])).toEqual([
      [1, 'x', '1'],
      [2, 'y', '2'],
      [3, 'z', '3'],
    ]);
  });

  it('says which columns it leaves open', async () => {
    const { products } = await draftOf('id,name', '1,x');
    expect(products[0]).toMatchObject({ row: 2, name: 'x' });
    expect(products[0]?.keeps?.slice(0, 3)).toEqual(['category_id', 'price', 'available']);
    const [full] = (await draftOf(FULL, '1,A,x,1,,,,,,,,')).products;
    expect(full?.keeps).toEqual(['available', 'product_type', 'position']);
    expect(full?.fieldNamesOnly).toBe(true);
  });

  it('takes a category by its id, beside its path or without it', async () => {
    const { categories, products } = await draftOf(
      'id,category_id,category,name,price',
      '1,7,A >> B > C,x,1',
      '2,7,,x,1',
      '3,,A,x,1',
    );
    expect(categories.map(({ name }) => name)).toEqual(['A > B', 'C', 'A']);
    expect(
      products.map(({ category_id, storedCategory }) => [category_id, storedCategory]),
    ).toEqual([
      [2, 7],
      [0, 7],
      [3, undefined],
    ]);
  });

  it.each([
    [
      'id;category;name;price',
      'separates its columns by semicolons; choose that separator (--separator ";").',
    ],
    [
      'id\tcategory\tname\tprice',
      'separates its columns by tabs; choose that separator (--separator tab).',
    ],
  ])('names a wrong separator: %j', async (header, fault) => {
    await expect(draftOf(header, '1;A;x;1')).rejects.toThrow(fault);
  });

  it('reads another separator, and names the comma in its place', async () => {
    const text = 'id;category;name;price\n1;A > B;x, y;0.5\n';
    expect(await readCsv(Readable.from([text]), ';')).toMatchObject({
      products: [{ id: 1, name: 'x, y', price: '0.5' }],
    });
    await expect(readCsv(Readable.from([HEADER]), ';')).rejects.toThrow(
      'separates its columns by commas; choose that separator (--separator ",").',
    );
  });

  it('reads a price list, in either order of its columns', async () => {
    expect(await read(' Price ,ID', '0.890,1001', '', ' 1 , 7 ')).toEqual({
      prices: [
        { row: 2, id: 1001, price: '0.89' },
        { row: 4, id: 7, price: '1' },
      ],
    });
  });

  it.each([
    [['7,1', 'x,1', '8,1'], 'row 3 (product x): id "x" is no whole number'],
    [['7,1', ',1'], 'row 3 (product): id is missing'],
    [['7,1', '8,'], 'row 3 (product 8): price "" is no decimal'],
    [['7,1E-05'], 'row 2 (product 7): price "1E-05" is no decimal'],
    [['7,-1'], 'row 2 (product 7): price "-1" must be 0 or more'],
    [['7,x', '7,2'], 'row 3 (product 7): this id stands twice'],
    [['7,1', '8'], 'row 3: has 1 cells, but the header has 2'],
    [[], 'has no prices.'],
  ])('says of the price list %j: %s', async (rows, fault) => {
    await expect(read('id,price', ...rows)).rejects.toThrow(fault);
  });

  it('refuses a file without rows', async () => {
    await expect(draftOf('')).rejects.toThrow('is empty.');
    await expect(draftOf(HEADER)).rejects.toThrow('has neither categories nor products.');
  });
});
