import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { souk, soukJson } from '../../support/command-line.js';
import { ListedSupplier } from '../../support/listed-supplier.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import type { TestShop } from '../../support/test-shop.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let folder: string;
let files = 0;

beforeAll(async () => {
  shop = await workerShop();
  folder = await mkdtemp(join(tmpdir(), 'souk-costs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const cost = <T = Record<string, unknown>>(...words: string[]): Promise<T> =>
  soukJson<T>(shop, 'cost', ...words);

async function fault(...words: string[]): Promise<string> {
  const { code, err } = await souk(shop, 'cost', ...words);
  expect(code).not.toBe(0);
  return err;
}

async function fileOf(content: string, extension = 'csv'): Promise<string> {
  const file = join(folder, `${++files}.${extension}`);
  await writeFile(file, content);
  return file;
}

interface Known {
  readonly cost: string | null;
  readonly source: string | null;
}

async function known(productId: number): Promise<Known> {
  const [row] = await cost<(Known & { product_id: number })[]>(
    'list',
    ...(productId === 1 ? [] : ['--after', String(productId - 1)]),
    ...['--limit', '1'],
  );
  expect(row?.product_id).toBe(productId);
  return { cost: row!.cost, source: row!.source };
}

async function revision(): Promise<unknown> {
  return (await shop.db.query('SELECT revision, nonce FROM catalog_revision'))[0];
}

describe('the cost of a product', () => {
  it('is set by hand, with up to 18 decimals, and taken away again', async () => {
    const id = await shop.product({ name: '=1+1', price: '1.50' });
    const before = await revision();
    expect(await cost('set', String(id), '0.000000000000000061')).toMatchObject({
      ...{
        product_id: id,
        name: '=1+1',
        price: '1.5',
        cost: '0.000000000000000061',
        source: 'manual',
      },
    });
    expect(await known(id)).toEqual({ cost: '0.000000000000000061', source: 'manual' });
    expect(await cost('set', String(id), '--unknown')).toMatchObject({ cost: null, source: null });
    expect(await known(id)).toEqual({ cost: null, source: null });
    expect(await revision()).toEqual(before);
    const [entry] = await shop.db.query(
      `SELECT action, outcome, before, after FROM audit_entries
       WHERE action = 'cost set' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toEqual({
      action: 'cost set',
      outcome: 'done',
      before: expect.objectContaining({
        ...{ product_id: id, cost: '0.000000000000000061', source: 'manual' },
      }) as unknown,
      after: expect.objectContaining({ product_id: id, cost: null, source: null }) as unknown,
    });
  });

  it.each(['supplier', 'import'])('goes back to its source %s alone', async (source) => {
    const id = await shop.product();
    await cost('set', String(id), '1');
    await shop.db.query('UPDATE product_costs SET source = $2 WHERE product_id = $1', [id, source]);
    await cost('set', String(id), '1');
    expect(await known(id)).toEqual({ cost: '1', source: 'manual' });
    const [entry] = await shop.db.query<{ id: string }>(
      `SELECT id::text FROM audit_entries WHERE action = 'cost set' ORDER BY audit_entries.id DESC LIMIT 1`,
    );
    expect((await souk(shop, 'audit', 'take-back', entry!.id)).code).toBe(0);
    expect(await known(id)).toEqual({ cost: '1', source });
  });

  it.each([
    [['set', '--', '1', '-1'], 'cost must be USD as a text such as "0.71"'],
    [['set', '1', '1e3'], 'cost must be USD'],
    [['set', '1', '0.0000000000000000001'], 'cost must be USD'],
    [['set', '1'], 'Say USD, or --unknown.'],
    [['set', '1', '2', '--unknown'], 'Say USD, or --unknown.'],
    [['set', '999999', '2'], 'There is no product 999999'],
  ])('souk cost %j is refused', async (words, message) => {
    expect(await fault(...words)).toContain(message);
  });

  it('is listed in parts by id, and the unknown ones alone', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await shop.product());
    await cost('set', String(ids[1]), '2');
    const words = ['list', '--after', String(ids[0]! - 1)];
    const first = await cost<{ product_id: number }[]>(...words, '--limit', '2');
    expect(first.map(({ product_id: id }) => id)).toEqual(ids.slice(0, 2));
    const { err } = await souk(shop, 'cost', ...words, '--limit', '2');
    expect(err).toBe(`There are more products; say --after ${ids[1]}.\n`);
    const unknown = await cost<{ product_id: number }[]>(...words, '--unknown');
    expect(unknown.map(({ product_id: id }) => id)).toEqual([ids[0], ids[2]]);
  });
});

describe('an import of costs', () => {
  it('takes the CSV that the list writes, and changes nothing then', async () => {
    const [one, other] = [await shop.product({ name: '=2+2' }), await shop.product()];
    await cost('set', String(one), '0.71');
    const { out } = await souk(shop, 'cost', 'list', '--csv', '--after', String(one - 1));
    expect(out).toContain(`${one},"'=2+2",1,0.71,"manual",`);
    expect(out).toContain(`${other},"60 UC",1,,,`);
    const result = await cost('import', await fileOf(out));
    expect(result).toMatchObject({ set: 0, removed: 0, dry_run: false });
    expect(await known(one)).toEqual({ cost: '0.71', source: 'manual' });
  });

  it('takes JSON; sets, removes and leaves as it is told, without another catalog revision', async () => {
    const ids = [await shop.product(), await shop.product(), await shop.product()];
    for (const id of ids) await cost('set', String(id), '1');
    const [set, removed, kept] = ids;
    const before = await revision();
    const list = `[{"id":${set},"cost":0.25},{"id":${removed},"cost":null},{"id":${kept},"cost":"1.0"}]`;
    const file = await fileOf(list, 'json');
    const counts = { set: 1, removed: 1, unchanged: 1 };
    expect(await cost('import', file, '--dry-run')).toEqual({ ...counts, dry_run: true });
    expect(await known(set!)).toEqual({ cost: '1', source: 'manual' });
    expect(await cost('import', file)).toEqual({ ...counts, dry_run: false });

    expect(await known(set!)).toEqual({ cost: '0.25', source: 'import' });
    expect(await known(removed!)).toEqual({ cost: null, source: null });
    expect(await known(kept!)).toEqual({ cost: '1', source: 'manual' });
    expect(await revision()).toEqual(before);
  });

  it('takes other separators and a byte order mark', async () => {
    const id = await shop.product();
    const file = await fileOf(`\ufeffid;cost\r\n${id};0.5\r\n`);
    expect(await fault('import', file)).toContain('choose another separator (--separator)');
    expect(await cost('import', file, '--separator', ';')).toMatchObject({ set: 1 });
  });

  it.each([
    ['id,cost\n1,-1\n', 'row 2 (product 1): cost "-1" must be 0 or more'],
    ['id,cost\n1,x\n', 'row 2 (product 1): cost "x" must be 0 or more'],
    ['id,cost\n1\n', 'row 2: has 1 cells, but the header has 2'],
    ['id,cost\n1,1\n1,2\n', 'row 3 (product 1): this id stands twice'],
    ['id,cost\nx,1\n', 'row 2 (product x): id "x" is no whole number'],
    ['id,cost\n', 'has no costs'],
    ['id,price\n1,1\n', 'has no column "cost" in line 1'],
    ['id,cost,cost\n1,1,1\n', 'has the column "cost" twice'],
    ['id,cost\n999999,1\n', 'There is no product 999999, so nothing was changed.'],
    ['', 'has no costs'],
  ])('refuses %j whole', async (content, message) => {
    const id = await shop.product();
    const withGood = content.startsWith('id,cost\n') ? `${content}${id},7\n` : content;
    const text = content === 'id,cost\n' ? content : withGood;
    expect(await fault('import', await fileOf(text))).toContain(message);
    expect(await known(id)).toEqual({ cost: null, source: null });
  });

  it.each([
    ['{"id":1,"cost":1}', 'is no list of products'],
    ['[{"id":1}]', 'row 1: is no object with id and cost'],
    ['[{"id":1,"cost":[]}]', 'cost [] must be 0 or more'],
    ['[{"id":1,"cost":1', 'JSON'],
  ])('refuses the JSON %s', async (content, message) => {
    expect(await fault('import', await fileOf(content, 'json'))).toContain(message);
  });

  it('names a file that is not there', async () => {
    expect(await fault('import', '/nowhere.csv')).toBe('/nowhere.csv does not exist.\n');
  });
});

describe("a sync of a supplier's catalog", () => {
  let scripted: ScriptedShop;
  let acme: ListedSupplier;

  beforeAll(async () => {
    scripted = await ScriptedShop.start();
    acme = await ListedSupplier.add(shop, scripted, fresh('acme'));
    acme.theirs.set(1, { price: '0.00772255027173913' });
    await acme.sync({ markup: '10' });
  });
  afterAll(() => scripted.close());

  // The first sync is read as in production, the others faster.
  beforeEach(readInThisProcess);
  afterEach(() => vi.restoreAllMocks());

  const ours = async (theirs: number): Promise<number> => (await acme.ours(theirs)).id;

  it('writes the prices there as the costs of the products, without the mark-up', async () => {
    expect(await known(await ours(1))).toEqual({ cost: '0.00772255027173913', source: 'supplier' });
    expect(await known(await ours(2))).toEqual({ cost: '1', source: 'supplier' });
  });

  it('writes costs that are missing, and raises no catalog revision for that', async () => {
    await shop.db.query('DELETE FROM product_costs WHERE product_id = ANY ($1)', [
      [...(await acme.listed()).values()].map(({ id }) => id),
    ]);
    const before = await revision();
    expect(await acme.sync()).toMatchObject({
      created: 0,
      updated: 0,
      reordered: 0,
      gone: 0,
      returned: 0,
    });
    expect(await known(await ours(3))).toEqual({ cost: '1', source: 'supplier' });
    expect(await revision()).toEqual(before);
  });

  it('follows a price even where our price stays, and raises no catalog revision then', async () => {
    await acme.sync({ markup: '-100' });
    const before = await revision();
    acme.theirs.set(4, { price: '4' });
    expect(await acme.sync()).toMatchObject({ updated: 0 });
    expect(await known(await ours(4))).toEqual({ cost: '4', source: 'supplier' });
    expect(await revision()).toEqual(before);
  });

  it('leaves a cost that the operator has set, until it is made unknown', async () => {
    const id = await ours(5);
    await cost('set', String(id), '0.9');
    acme.theirs.set(5, { price: '5' });
    await acme.sync();
    expect(await known(id)).toEqual({ cost: '0.9', source: 'manual' });
    await cost('set', String(id), '--unknown');
    await acme.sync();
    expect(await known(id)).toEqual({ cost: '5', source: 'supplier' });
  });

  it('leaves the cost of a product alone that is bought elsewhere now', async () => {
    const id = await ours(6);
    await shop.db.query(`UPDATE products SET fulfillment = '[]' WHERE id = $1`, [id]);
    acme.theirs.set(6, { price: '6' });
    await acme.sync();
    expect(await known(id)).toEqual({ cost: '1', source: 'supplier' });
  });

  it('writes nothing in a dry run', async () => {
    acme.theirs.set(7, { price: '7' });
    await acme.sync({}, { dryRun: true });
    acme.theirs.set(7, { price: '1' });
    expect(await known(await ours(7))).toEqual({ cost: '1', source: 'supplier' });
  });
});
