import { openImports, type OpenedImports } from './opened-imports.js';
import { RoundTrip } from './round-trip.js';

/** The long spec tries more. */
const RUNS = { numRuns: 6 };

describe('an export that is imported again', () => {
  let opened: OpenedImports;
  let trip: RoundTrip;

  beforeAll(async () => {
    // A shop of its own: its whole catalog is exchanged for another one again and again.
    opened = await openImports();
    trip = new RoundTrip(opened, RUNS);
  });
  afterAll(() => opened.close());

  it.each(['JSON', 'CSV'])('changes nothing, as %s', (form) => trip.changesNothing(form));

  it('changes in the columns that a file has, and in no other', () => trip.changesItsColumns());

  it('is not needed whole: what a file leaves out stays as it is', async () => {
    const uc = { id: 20, parent_id: 10, name: 'UC', image: '/uc.svg', position: 8 };
    const games = { id: 10, parent_id: null, name: 'Games', image: null, position: 5 };
    const product = {
      ...{ id: 1001, category_id: 20, name: '60 UC', price: '0.89', available: false },
      ...{ product_type: 'amount', qty_values: { min: '1', max: '50' }, image: '/uc.svg' },
      ...{ fields: [{ name: 'playerId', label: 'Player', type: 'string', required: true }] },
      ...{ position: 8, demo: true, deleted: false },
    };
    const state = { deleted: false, testing: false, demo: true };
    await trip.fill({
      categories: [games, uc].map((one) => ({ ...one, ...state })),
      products: [product],
    });
    const before = await trip.stored();
    const { id, category_id, name, price } = product;
    const categories = [10, 20].map((one) => ({ id: one, name: one === 10 ? 'Games' : 'UC' }));
    const ours = { format: 'souk-catalog', version: 1, categories };
    for (const file of [
      JSON.stringify({ ...ours, products: [] }),
      JSON.stringify({ ...ours, products: [{ id, category_id, name, price }] }),
      'id,name\n1001,60 UC\n',
      'id,params,category\n1001,playerId,Games > UC\n',
      'id,available\n1001,no\n',
    ]) {
      const { samples } = await trip.imported(file);
      expect([file, samples]).toEqual([file, []]);
    }
    expect(await trip.stored()).toEqual(before);
    await expect(trip.imported('id,name\n1001,x\n1002,y\n')).rejects.toThrow(
      ': row 3 (product 1002): there is no such product; a new one needs a category, a name and',
    );
    await expect(trip.imported('id,category_id\n1001,21\n')).rejects.toThrow(
      ': row 2 (product 1001): there is no category 21.',
    );
  });
});
