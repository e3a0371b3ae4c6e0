import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../../common/app-error.js';
import { readCatalogFile } from './catalog-source.js';

const OURS = `{"format":"souk-catalog","version":1,
  "categories":[{"id":1,"parent_id":null,"name":"Games","image":null,"position":3}],
  "products":[{"id":5,"category_id":1,"name":"60 UC","price":"0.00772255027173913"}]}`;
const CSV = 'id,category,name,price\n5,Games,60 UC,0.00772255027173913\n';

describe('readCatalogFile', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-catalog-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(name: string, content: string | Buffer) {
    const path = join(folder, name);
    await writeFile(path, content);
    return readCatalogFile(path);
  }

  it.each([
    ['ours.json', OURS],
    ['ours', `\ufeff\n ${OURS}`],
    [
      'shop.json',
      `[{"id":5,"category_id":1,"category_name":"Games","name":"60 UC","price":772255027173913e-17}]`,
    ],
    ['goods.csv', CSV],
    ['goods.txt', `\ufeff${CSV}`],
  ])('reads %s', async (name, content) => {
    expect(await read(name, content)).toMatchObject({
      categories: [{ id: 1, name: 'Games', parent_id: null }],
      products: [{ id: 5, category_id: 1, price: '0.00772255027173913' }],
    });
  });

  it('tells how many bytes it has read', async () => {
    const path = join(folder, 'long.csv');
    const line = '5,Games,60 UC,1\n';
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row + 1}${line.slice(1)}`);
    const text = `id,category,name,price\n${rows.join('')}`;
    await writeFile(path, text);
    const told: number[] = [];
    await readCatalogFile(path, { onBytes: (bytes) => told.push(bytes) });
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told.at(-1)).toBe(text.length);
  });

  it.each([
    ['empty.json', '', 'is empty.'],
    ['empty.csv', '', 'is empty.'],
    ['text.json', 'hello', 'is not JSON: '],
    ['cut.json', OURS.slice(0, -5), 'is not JSON: '],
    ['comma.json', '{"a": 12345,\n"b": 1,\n}', 'is not JSON: name is expected, not } in line 3.'],
    ['deep.json', '['.repeat(10_000_000), 'is nested more than 32,768 levels deep in line 1'],
    ['long.json', `[{"id":${'1'.repeat(101)}}]`, 'has a number of more than 100 digits in line 1'],
    ['text.json', `["${'x'.repeat(70_000)}"]`, 'has a text of more than 65,536 bytes in line 1'],
    ['other.json', '{"name":"souk"}', 'is JSON, but neither a Souk catalog nor the answer'],
    ['word.json', '"catalog"', 'is JSON, but neither a Souk catalog nor the answer'],
    ['later.json', OURS.replace('"version":1', '"version":2'), 'has format version "2"; known'],
    ['lists.json', '{"format":"souk-catalog","version":1,"categories":{}}', 'has no list "categ'],
    ['latin.csv', Buffer.from('id,category,name,price\n1,A,Türkçe,1\n', 'latin1'), 'is not UTF-8'],
    ['latin.json', Buffer.from('["Türkçe"]', 'latin1'), 'is not UTF-8 text; save it as UTF-8.'],
    ['broken.json', OURS.replace('"0.00772255027173913"', '"abc"'), 'row 1 (product 5): price'],
  ])('says in one sentence what is wrong with %s', async (name, content, fault) => {
    const failure = await read(name, content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    const { message } = failure as OperatorError;
    expect(message).toContain(`${join(folder, name)} `);
    expect(message).toContain(fault);
    expect(message).not.toContain('\n');
  });

  it('leaves out no name that a reader asks for', async () => {
    const category = { id: 1, parent_id: null, name: 'A', image: '/a.svg', position: 7 };
    const field = { name: 'ID', label: 'Your id', type: 'number', required: false };
    const product = {
      id: 5,
      category_id: 1,
      name: 'B',
      price: '0.5',
      available: false,
      product_type: 'amount',
      qty_values: { min: '1', max: '9' },
      fields: [{ ...field, pattern: '[0-9]+', options: ['1', '2'] }],
      image: '/b.svg',
      position: 8,
    };
    const file = { format: 'souk-catalog', version: 1, categories: [category] };
    expect(await read('all.json', JSON.stringify({ ...file, products: [product] }))).toEqual({
      categories: [{ ...category, row: 1 }],
      products: [{ ...product, row: 1 }],
      categoriesByName: false,
    });
    const { fields, position, ...rest } = product;
    const listed = { ...rest, currency: 'USD', input_schema: fields, params: ['ID'] };
    const answer = {
      status: 'OK',
      flat_categories: [{ id: 1, name: 'A', category_img: '/a.svg' }],
    };
    expect(await read('answer.json', JSON.stringify({ ...answer, products: [listed] }))).toEqual({
      categories: [{ ...category, position: 1, row: 1, keeps: ['parent_id', 'position'] }],
      products: [{ ...product, position: position - 7, row: 1, keeps: ['position'] }],
      categoriesByName: false,
    });
  });

  it('says so when there is no file, or a folder', async () => {
    const missing = join(folder, 'missing.json');
    await expect(readCatalogFile(missing)).rejects.toThrow(`${missing} does not exist.`);
    await expect(readCatalogFile(folder)).rejects.toThrow(`${folder} is a folder, not a file.`);
  });
});
