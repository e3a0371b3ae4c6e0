import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Terminal } from '../../src/commands/context/terminal.js';
import { souk, soukJson } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

describe('the catalog commands', () => {
  let shop: TestShop;
  const run = (...words: string[]) => souk(shop, ...words);
  const json = <T>(...words: string[]) => soukJson<T>(shop, ...words);

  beforeAll(async () => {
    // A shop of its own: commands change all prices, and export the whole catalog and import it again.
    shop = await startTestShop();
  });
  afterAll(() => shop.close());

  describe('catalog export --csv', () => {
    it('writes what an import reads as it was', async () => {
      const category = await shop.category({ name: '=Games' });
      await shop.product({ categoryId: category, name: `'quoted', "said"`, price: '0.0142' });
      const folder = await mkdtemp(join(tmpdir(), 'souk-export-'));
      const file = join(folder, 'catalog.csv');
      await json('catalog', 'export', file, '--csv');
      const text = await readFile(file, 'utf8');
      expect(text).toContain(`,"'=Games","''quoted', ""said""","0.0142",`);
      expect(await json('catalog', 'import', file)).toMatchObject({
        categories: { created: 0, updated: 0 },
        products: { created: 0 },
      });
      const rows = await shop.db.query('SELECT name FROM products WHERE category_id = $1', [
        category,
      ]);
      expect(rows).toEqual([{ name: `'quoted', "said"` }]);
      await rm(folder, { recursive: true });
    });

    it('writes a category name that holds the sign between two levels', async () => {
      const category = await shop.category({ name: 'A > B' });
      await shop.product({ categoryId: category });
      const { out } = await run('catalog', 'export', '--csv');
      expect(out).toContain(`,${category},"A >> B",`);
    });
  });

  describe('catalog import at a terminal', () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it('asks before fields change their order', async () => {
      const id = await shop.product({ name: 'Ordered', price: '1', fields: ['player', 'zone'] });
      const folder = await mkdtemp(join(tmpdir(), 'souk-order-'));
      const file = join(folder, 'fields.csv');
      const params = async () => {
        const [row] = await shop.db.query<{ fields: { name: string }[] }>(
          'SELECT fields FROM products WHERE id = $1',
          [id],
        );
        return row?.fields.map(({ name }) => name);
      };
      const isYes = vi.spyOn(Terminal.prototype, 'confirm').mockResolvedValue(false);
      vi.spyOn(Terminal.prototype, 'interactive', 'get').mockReturnValue(true);

      await writeFile(file, `id,params\n${id},zone|player\n`);
      const refused = await run('catalog', 'import', file);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringMatching(/! product \d+ "Ordered": its fields .*\nNothing was imported\.\n/),
      ]);
      expect(isYes.mock.calls).toEqual([
        [expect.stringMatching(/^Products whose fields change their order: 1\./)],
      ]);
      expect(await params()).toEqual(['player', 'zone']);

      isYes.mockResolvedValue(true);
      expect((await run('catalog', 'import', file)).out).toContain('1 reordered');
      expect(await params()).toEqual(['zone', 'player']);
      await run('catalog', 'import', file);
      expect(isYes).toHaveBeenCalledTimes(2);
      await rm(folder, { recursive: true });
    });
  });

  describe('product set', () => {
    it('moves, deletes and restores a product', async () => {
      const category = await shop.category();
      const id = await shop.product();
      const set = (...words: string[]) => json('product', 'set', String(id), ...words);
      expect(await set('--category', String(category), '--position', '7')).toMatchObject({
        ...{ id, category_id: category, position: 7, deleted_at: null },
      });
      expect(await set('--delete')).toMatchObject({ deleted_at: expect.any(String) as string });
      expect(await set('--restore')).toMatchObject({ category_id: category, deleted_at: null });
      const { code, err } = await run('product', 'set', String(id), '--delete', '--restore');
      expect([code, err]).toEqual([1, 'Say --delete or --restore, not both.\n']);
    });
  });

  describe('price list', () => {
    it('names groups', async () => {
      await json('group', 'create', 'vip');
      await json('price', 'set', '--group', 'vip', '--all', '--percent', '-5');
      expect((await run('price', 'list')).out).toMatch(/^ *- +vip +- +- +-5 +-$/m);
      expect((await run('price', 'list', '--csv')).out).toMatch(/^,\d+,,,-5,,"vip"$/m);
    });
  });

  describe('price base', () => {
    it('changes a category with all below it, exactly', async () => {
      const top = await shop.category();
      const below = await shop.category({ parentId: top });
      const ids = [
        await shop.product({ categoryId: top, price: '0.89' }),
        await shop.product({ categoryId: below, price: '0.000000000000000001' }),
        await shop.product({ price: '2' }),
      ];
      const words = ['price', 'base', '--category', String(top), '--percent', '+5'];
      const dry = await run(...words, '--dry-run');
      expect(dry.err).toContain('Nothing was written');
      const changes = await json(...words);
      // The second product's price is rounded to what it was.
      expect(changes).toEqual([
        expect.objectContaining({ product_id: ids[0], before: '0.89', after: '0.9345' }),
      ]);
      const rows = await shop.db.query(
        'SELECT price::text FROM products WHERE id = ANY ($1) ORDER BY id',
        [ids],
      );
      expect(rows).toEqual([
        { price: '0.934500000000000000' },
        { price: '0.000000000000000001' },
        { price: '2.000000000000000000' },
      ]);
    });

    it('changes all products, or one', async () => {
      const product = await shop.product({ price: '10' });
      const other = await shop.product({ price: '20' });
      const changes = await json<{ product_id: number }[]>(
        'price',
        'base',
        '--all',
        '--percent',
        '-20',
      );
      expect(changes.map((one) => one.product_id)).toEqual(
        expect.arrayContaining([product, other]),
      );
      await json('price', 'base', '--product', String(product), '--percent', '10');
      expect(
        await shop.db.query('SELECT price::float AS price FROM products WHERE id = $1', [product]),
      ).toEqual([{ price: 8.8 }]);
    });

    it.each([
      [1, ['--percent', '5'], 'Name a --product, a --category or --all.'],
      [
        1,
        ['--percent', '5', '--all', '--product', '1'],
        'Name a --product, a --category or --all.',
      ],
      [2, ['--percent', 'x', '--all'], 'It must be a percentage such as "+10"'],
      [1, ['--percent', '5', '--category', '999999'], 'There is no such category or product'],
    ])('ends with %p for %p', async (status, words, sentence) => {
      const { code, err } = await run('price', 'base', ...words);
      expect([code, err]).toEqual([status, expect.stringContaining(sentence)]);
    });

    it('leaves products out, and marks what rounding moves more than the percentage', async () => {
      const categoryId = await shop.category();
      const [small, kept, other] = [
        await shop.product({ categoryId, price: '0.0141' }),
        await shop.product({ categoryId, price: '0.014' }),
        await shop.product({ categoryId, price: '1' }),
      ];
      const words = ['price', 'base', '--category', String(categoryId), '--percent', '10'];
      const rounded = [...words, '--decimals', '2', '--except', `${kept},999999`];
      expect(await json(...rounded, '--accept-unusual', '1')).toEqual([
        expect.objectContaining({ product_id: small, percent: '41.84', mostly_rounding: true }),
        expect.objectContaining({ product_id: other, percent: '10', mostly_rounding: false }),
      ]);
      const { out } = await run(...words, '--dry-run');
      expect(out).toMatch(/^product_id +name +before +after +percent +mostly_rounding/);
      expect((await run(...words, '--except', 'x')).code).toBe(2);
      const [row] = await shop.db.query(
        'SELECT price::float AS price FROM products WHERE id = $1',
        [kept],
      );
      expect(row).toEqual({ price: 0.014 });
    });

    it('refuses decimals that are no number, so that an empty variable of a script rounds nothing', async () => {
      const words = ['--all', '--percent', '5', '--decimals', ''];
      const { code, err } = await run('price', 'base', ...words);
      expect(code).not.toBe(0);
      expect(err).toContain('It must be a whole number from 0 to 18.');
    });

    it('refuses a price that is too high for its column', async () => {
      const product = await shop.product({ price: '99999999999999999999' });
      const { err } = await run('price', 'base', '--product', String(product), '--percent', '1');
      expect(err).toContain('too many digits');
    });
  });

  describe('category', () => {
    interface Shown {
      readonly id: number;
      readonly parent_id: number | null;
      readonly position: number;
    }
    const made = (name: string, ...words: string[]) =>
      json<Shown>('category', 'create', name, ...words);

    it('is created, renamed and moved, and the next answer shows it', async () => {
      const { token } = await shop.account();
      const games = await made('Games');
      const cards = await made('Cards', '--into', String(games.id));
      const gifts = await made('Gifts', '--into', String(games.id));
      expect([cards.parent_id, gifts.position]).toEqual([games.id, cards.position + 1]);
      await shop.product({ categoryId: gifts.id });
      await json('category', 'rename', String(gifts.id), 'Gift cards');
      await json('category', 'move', String(gifts.id), '--root');
      const { text } = await shop.request('/client/api/content/0', { token });
      expect(text).toContain('Gift cards');
    });

    it('is never moved below itself', async () => {
      const top = await made('Top');
      const below = await made('Below', '--into', String(top.id));
      for (const into of [top, below]) {
        const { err } = await run('category', 'move', String(top.id), '--into', String(into.id));
        expect(err).toBe('A category cannot be moved into itself or into a category below it.\n');
      }
    });

    it('stands at most 100 levels deep', async () => {
      let deepest: number | undefined;
      for (let level = 1; level <= 100; level++) {
        deepest = await shop.category(deepest === undefined ? {} : { parentId: deepest });
      }
      const { err } = await run('category', 'create', 'Too deep', '--into', String(deepest));
      expect(err).toBe('Categories may stand 100 levels deep at most.\n');
    });

    it.each([
      [2, ['create', ' '], 'It must be a text of 1 to 500 characters'],
      [1, ['create', 'x', '--into', '999999'], 'There is no category 999999'],
      [1, ['rename', '999999', 'x'], 'There is no category 999999'],
      [1, ['move', '1'], 'Say --into or --root.'],
    ])('ends with %p for %p', async (status, words, sentence) => {
      const { code, err } = await run('category', ...words);
      expect([code, err]).toEqual([status, expect.stringContaining(sentence)]);
    });
  });
});
