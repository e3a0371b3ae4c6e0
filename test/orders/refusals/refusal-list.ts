import { vi } from 'vitest';
import type { Position } from '../../../src/common/paging.js';
import { Database } from '../../../src/database/database.js';
import { OrderRefusals } from '../../../src/orders/refusals/order-refusals.service.js';
import { MAX_EXAMINED, type RefusalFilter } from '../../../src/orders/refusals/refusal-page.js';
import type { TestShop } from '../../support/test-shop.js';

/** Each of so many accounts is refused with each of 9 codes for each of 101 products. */
export const INSERT = `
  INSERT INTO order_refusals (id, at, account_id, order_uuid, product_id, code, reason, request_id)
  SELECT gen_random_uuid(), now() - number * interval '1 second', number % $2 + 1,
         format('00000000-0000-4000-8000-%s', lpad(number::text, 12, '0')), number % 101 + 1,
         100 + number % 9, 'refused', number::text
  FROM generate_series(1, $1::integer) AS number`;

/** An order_uuid that stands once among them. */
const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

async function pages(
  refusals: OrderRefusals,
  filter: RefusalFilter,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  let after: Position | undefined;
  do {
    const { items, next } = await refusals.page(filter, after, limit);
    found.push(...items.map(({ requestId }) => requestId));
    after = next ?? undefined;
  } while (after);
  return found;
}

/** The cases of the list, in a journal that is empty but for so many rows. */
export function describeRefusalList(shopOf: () => TestShop, rowsOfAll: number): void {
  describe('the list of refused orders', () => {
    let shop: TestShop;
    let refusals: OrderRefusals;
    beforeEach(async () => {
      shop = shopOf();
      refusals = shop.service(OrderRefusals);
      await shop.db.query(INSERT, [rowsOfAll, 5]);
      await shop.db.query('ANALYZE order_refusals');
    });

    it('reads a bounded number of rows, from an index, whatever is asked for', async () => {
      const filters: RefusalFilter[] = [
        {},
        { orderUuid: keyOf(rowsOfAll - 7) },
        { accountId: 4 },
        { productId: 7 },
        { code: 104 },
        { from: new Date(Date.now() - 36e5).toISOString() },
        { accountId: 4, productId: 7 },
        { accountId: 4, code: 104, productId: 7 },
        { productId: 7, code: 104 },
        // There is none of these.
        { accountId: 51 },
        { code: 600 },
        { accountId: 4, code: 600 },
      ];
      const query = vi.spyOn(shop.service(Database).manager, 'query');
      for (const filter of filters) await refusals.page(filter, undefined, 50);
      const calls = query.mock.calls.filter(([sql]) => sql.includes('order_refusals'));
      query.mockRestore();
      expect(calls).toHaveLength(filters.length);
      for (const [index, [sql, parameters]] of calls.entries()) {
        const rows = await shop.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          parameters as unknown[],
        );
        const scans = scansOf(rows[0]!['QUERY PLAN'][0].Plan);
        const asked = Object.keys(filters[index] ?? {}).length;
        for (const scan of scans) {
          const removed = (scan['Rows Removed by Filter'] ?? 0) * scan['Actual Loops'];
          const read = scan['Actual Rows'] * scan['Actual Loops'] + removed;
          expect([filters[index], scan['Node Type'], scan['Index Name'], read]).toEqual([
            filters[index],
            expect.stringMatching(/^(Index|Bitmap Heap) Scan$/),
            scan['Node Type'] === 'Index Scan'
              ? expect.stringMatching(/^order_refusals_by_/)
              : undefined,
            expect.any(Number),
          ]);
          expect(read).toBeLessThanOrEqual(asked > 1 ? MAX_EXAMINED : 51);
        }
        expect(scans).toHaveLength(1);
      }
    });

    it('gives each refusal once, newest first, page by page', async () => {
      const expected = async (where: string) => {
        const rows = await shop.db.query<{ request_id: string }>(
          `SELECT request_id FROM order_refusals WHERE ${where} ORDER BY at DESC, id DESC`,
        );
        return rows.map(({ request_id }) => request_id);
      };
      expect(await pages(refusals, { accountId: 4, code: 104 }, 20)).toEqual(
        await expected('account_id = 4 AND code = 104'),
      );
      expect(await pages(refusals, { productId: 9 }, 100)).toEqual(
        await expected('product_id = 9'),
      );
      const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z'];
      await shop.db.query(
        `UPDATE order_refusals SET at = $1::timestamptz + (request_id::integer % 7) * interval '2 minutes'
       WHERE account_id = 3`,
        [from],
      );
      expect(await pages(refusals, { accountId: 3, from, to }, 333)).toEqual(
        await expected(`account_id = 3 AND at >= '${from}' AND at < '${to}'`),
      );
      expect(await refusals.newest({ accountId: 4, code: 104 }, 5)).toHaveLength(5);
    });
  });
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes that read the table. */
function scansOf(node: PlanNode): PlanNode[] {
  const own = node['Relation Name'] === 'order_refusals' ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
