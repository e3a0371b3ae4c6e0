import * as fc from 'fast-check';
import { numericText } from '../../common/decimal.js';
import { BatchBooks } from './batch-books.js';

const CENT = 100;
const usd = (cents: number): string => (cents / CENT).toFixed(2);

const orders = fc.array(
  fc.record({
    account: fc.integer({ min: 1, max: 3 }),
    cents: fc.integer({ min: 0, max: 300 }),
    isCapped: fc.boolean(),
    isWarned: fc.boolean(),
  }),
  { maxLength: 30 },
);
const state = fc.record({
  halted: fc.integer({ min: 0, max: 3 }),
  spendable: fc.array(fc.integer({ min: -100, max: 900 }), { minLength: 3, maxLength: 3 }),
  cap: fc.option(fc.integer({ min: 0, max: 500 })),
  spent: fc.integer({ min: 0, max: 400 }),
  threshold: fc.integer({ min: 0, max: 800 }),
});

it('the books of a batch decide as if each order came alone, in cents', () => {
  fc.assert(
    fc.property(orders, state, (asked, { halted, spendable, cap, spent, threshold }) => {
      const accounts = spendable.map((cents, index) => ({
        ...{ accountId: index + 1, isHalted: index + 1 === halted, spendable: usd(cents) },
      }));
      const family = { family: 7, cap: cap === null ? null : usd(cap), spent: usd(spent) };
      const books = new BatchBooks(accounts, [family]);
      const principal = { webhook: { balanceLow: usd(threshold) }, listeners: [] };
      const left = [...spendable];
      let counted = spent;
      const warned: string[] = [];
      for (const [index, { account, cents, isCapped, isWarned }] of asked.entries()) {
        const orderId = `ID_${index}`;
        const before = left[account - 1]!;
        const isBeyondCap = isCapped && cents > 0 && cap !== null && counted + cents > cap;
        const isShort = cents > 0 && before < cents;
        const expected = account === halted ? 111 : isShort ? 100 : isBeyondCap ? 119 : undefined;
        const refusal =
          books.charge({ accountId: account, orderId, amount: usd(cents) }) ??
          (isCapped ? books.count(orderId, 7) : undefined);
        expect(refusal?.wire.code).toBe(expected);
        if (refusal) {
          books.takeBack(orderId);
          continue;
        }
        left[account - 1] = before - cents;
        if (isCapped) counted += cents;
        if (!isWarned) continue;
        books.warnIfLow(orderId, principal);
        if (cents > 0 && before >= threshold && before - cents < threshold) {
          warned.push(numericText(usd(before - cents)));
        }
      }
      const charged = books.charges.reduce((sum, { amount }) => sum + Number(amount) * CENT, 0);
      const total = spendable.reduce((sum, cents) => sum + cents, 0);
      expect(Math.round(charged)).toBe(total - left.reduce((sum, cents) => sum + cents, 0));
      expect(Math.round(Number(books.spent[0]?.amount ?? 0) * CENT)).toBe(counted - spent);
      expect(books.warnings.map(({ event }) => event.data.balance)).toEqual(warned);
    }),
  );
});
