import { randomInt, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import type { Answer } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh } from '../../support/worker-shop.js';

function codesIn({ json }: Answer): string[] {
  const { data } = json as { data?: { replay_api: [{ replay: string[] }] | null } };
  return data?.replay_api?.[0].replay ?? [];
}

/** Ten accounts order 1 to 3 codes each time, all at once; fails unless each code is sold once, and for its price. */
export async function sellToCrowd(shop: TestShop, codeCount: number, orders: number) {
  const stock = fresh('crowd');
  const codes = Array.from({ length: codeCount }, (_, n) => `${stock}-${n}`);
  await shop.service(CodeImportService).import(stock, Readable.from(codes), { dryRun: false });
  const product = await shop.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock } }],
  });
  const accounts = await Promise.all(
    Array.from({ length: 10 }, () => shop.account({ balance: '10000' })),
  );

  const buy = ({ api }: TestAccount, qty: number, uuid = randomUUID()) =>
    settled(() => api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}&qty=${qty}`));
  const answers = await Promise.all(
    Array.from({ length: orders }, (_, n) => buy(accounts[n % 10]!, randomInt(1, 4))),
  );
  // Codes may be left: orders that were rolled back had locked them while others were refused.
  do answers.push(await buy(accounts[0]!, 1));
  while (codesIn(answers.at(-1)!).length > 0);

  const sold = answers.flatMap(codesIn);
  expect(sold.toSorted()).toEqual(codes.toSorted());
  for (const { json } of answers) {
    const accepted = { data: { status: 'accept' } };
    expect(json).toMatchObject('data' in (json as object) ? accepted : { code: 105 });
  }
  const spent = accounts.map(async ({ api }) => {
    const { balance } = (await api('/client/api/profile')).json as { balance: string };
    return 10_000 - Number(balance);
  });
  const total = (await Promise.all(spent)).reduce((sum, amount) => sum + amount, 0);
  expect(total).toBe(sold.length * 2);
  const ids = accounts.map(({ id }) => id);
  expect(await invariantFaults(shop.db, ids)).toEqual([]);
}
