import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../../common/app-error.js';
import { readCatalog } from './catalog-source.js';

const OURS = `{"format":"souk-catalog","version":1,
  "categories":[{"id":1,"parent_id":null,"name":"Games","image":null,"position":3}],
  "products":[{"id":5,"category_id":1,"name":"60 UC","price":"0.00772255027173913"}]}`;
const CSV = 'id,category,name,price\n5,Games,60 UC,0.00772255027173913\n';

describe('readCatalog', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-catalog-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(name: string, content: string | Buffer) {
    const path = join(folder, name);
    await writeFile(path, content);
    return readCatalog(path);
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
    const { categories, products } = await read(name, content);
    expect(categories).toMatchObject([{ id: 1, name: 'Games', parent_id: null }]);
    expect(products).toMatchObject([{ id: 5, category_id: 1, price: '0.00772255027173913' }]);
  });

  it.each([
    ['empty.json', '', 'is empty.'],
    ['empty.csv', '', 'is empty.'],
    ['text.json', 'hello', 'is not JSON: '],
    ['cut.json', OURS.slice(0, -5), 'is not JSON: '],
    [
      'comma.json',
      '{"a": 12345,\n"b": 1,\n}',
      'is not JSON: Expected double-quoted property name in JSON in line 3.',
    ],
    ['deep.json', '['.repeat(10_000_000), 'is '],
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

  it('says so when there is no file, or a folder', async () => {
    const missing = join(folder, 'missing.json');
    await expect(readCatalog(missing)).rejects.toThrow(`${missing} does not exist.`);
    await expect(readCatalog(folder)).rejects.toThrow(`${folder} is a folder, not a file.`);
  });
});
