import fc from 'fast-check';
import { changesFieldOrder, fieldOrderChanges } from '../../../src/catalog/field-order.js';
import { workerShop } from '../../support/worker-shop.js';

it('a change of the order of fields is the same in SQL', async () => {
  const fields = fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'معرف'), { maxLength: 4 })
    .map((names) => names.map((name) => ({ name, required: true })));
  const pairs = fc.sample(fc.tuple(fields, fields), 1_000);
  const { db } = await workerShop();
  const rows = await db.query<{ changes: boolean }>(
    `SELECT ${fieldOrderChanges('one', 'other')} AS changes
     FROM json_to_recordset($1::json) AS pair (number integer, one json, other json) ORDER BY number`,
    [JSON.stringify(pairs.map(([one, other], number) => ({ number, one, other })))],
  );
  const expected = pairs.map(([one, other]) => changesFieldOrder(one, other));
  expect(rows.map(({ changes }) => changes)).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set([true, false]));
});
