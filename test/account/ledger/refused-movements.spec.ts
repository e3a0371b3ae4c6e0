import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { messageKey, type MessageKey } from '../../../src/common/sentence.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const BY = { actor: 'test' };

type Move = (balances: BalanceService, accountId: number) => Promise<unknown>;

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

/** Each has a sentence for the terminal, and a key by which the console tells it in other languages. */
it.each<[string, RegExp, MessageKey, Move]>([
  [
    'an adjustment without a reason',
    /^Please type a reason for the adjustment\.$/,
    messageKey('balance.reason-missing', {}),
    (balances, id) => balances.adjust(id, '1', { ...BY, reason: ' ' }),
  ],
  [
    'an adjustment beyond the credit limit',
    /^The account can spend only 10 USD, credit included\.$/,
    messageKey('balance.too-low', { spendable: '10' }),
    (balances, id) => balances.adjust(id, '-10.01', { ...BY, reason: 'paid twice' }),
  ],
  [
    'a balance that is too large',
    /^The account cannot hold that much\.$/,
    messageKey('balance.too-large', {}),
    (balances, id) => balances.deposit(id, '99999999999999999999', BY),
  ],
  [
    'a second movement under a reference',
    /^The reference bill 7 was used on this account before, for 10 USD\. Nothing was changed\.$/,
    messageKey('balance.reference-used', { reference: 'bill 7', amount: '10' }),
    (balances, id) => balances.deposit(id, '5', { ...BY, reference: 'bill 7' }),
  ],
])('%s is refused, and the balance stays', async (_, sentence, key, move) => {
  const { id } = await shop.account();
  const balances = shop.service(BalanceService);
  await balances.deposit(id, '10', { ...BY, reference: 'bill 7' });
  const refused = expect(move(balances, id)).rejects;
  await refused.toMatchObject({
    message: expect.stringMatching(sentence) as string,
    messageKey: key,
  });
  expect(await balances.of(id)).toMatchObject({ balance: '10' });
});
