import { RECHAIN } from './forged-ledger.js';
import type { Verdict } from './tamperings.js';

/** The account of a shop to which everything has happened that happens in `exampleHistory`, but codes that came late. */
export interface TamperedAccount {
  readonly account: number;
  /** The ids of its orders, by the letter that they have there. */
  readonly orders: Readonly<Record<'a' | 'b' | 'c' | 'd' | 't', string>>;
}

/** Tables that hold what is changed; triggers guard the first three. */
const TABLES = ['account_events', 'ledger_entries', 'orders', 'accounts'];

/** Copies the rows as they are; once. */
export const KEEP_ROWS = [
  'CREATE SCHEMA kept_rows',
  ...TABLES.map((table) => `CREATE TABLE kept_rows.${table} AS TABLE ${table}`),
].join(';');

/** Brings them back. Deliveries refer to test orders, which nothing changes. */
export const BRING_ROWS_BACK = [
  ...['account_events', 'ledger_entries'].flatMap((table) => [
    `DELETE FROM ${table}`,
    `INSERT INTO ${table} TABLE kept_rows.${table}`,
  ]),
  'DELETE FROM orders WHERE NOT rehearsal',
  'INSERT INTO orders SELECT * FROM kept_rows.orders WHERE NOT rehearsal',
  `UPDATE accounts SET (balance, ledger_sequence) =
     (SELECT balance, ledger_sequence FROM kept_rows.accounts kept WHERE kept.id = accounts.id)`,
];

/** The end of both chains, as a failover loses it that has come too early. */
export const CUT_TAIL = ({ account, orders }: TamperedAccount): string[] => [
  `DELETE FROM ledger_entries WHERE account_id = ${account} AND order_id = '${orders.d}'`,
  `DELETE FROM account_events WHERE account_id = ${account} AND order_id = '${orders.d}'`,
  `DELETE FROM orders WHERE account_id = ${account} AND order_id = '${orders.d}'`,
  `UPDATE accounts SET balance = balance + 2, ledger_sequence = ledger_sequence - 1 WHERE id = ${account}`,
];

/** The statements of a superuser for each of the changes of `TAMPERINGS`, by its name. */
export function statementsOf(of: TamperedAccount): Readonly<Record<string, readonly string[]>> {
  const { orders } = of;
  const mine = `account_id = ${of.account}`;
  const entries = (set: string): string => `UPDATE ledger_entries SET ${set} WHERE ${mine}`;
  const entry = (number: number, set: string): string => `${entries(set)} AND sequence = ${number}`;
  const without = (number: number): string[] => [
    `DELETE FROM ledger_entries WHERE ${mine} AND sequence = ${number}`,
  ];
  const event = (number: number, set: string): string[] => [
    `UPDATE account_events SET ${set} WHERE ${mine} AND number = ${number}`,
  ];
  const order = (set: string): string[] => [
    `UPDATE orders SET ${set} WHERE ${mine} AND order_id = '${orders.a}'`,
  ];
  const taken = [entry(1, 'amount = amount - 50'), entries('balance_after = balance_after - 50')];
  const hidden = entries(`actor = 'nobody'`);
  const chained = [
    `UPDATE ledger_entries SET balance_after = total
     FROM (SELECT sequence AS at, sum(amount) OVER (ORDER BY sequence) AS total FROM ledger_entries WHERE ${mine}) sums
     WHERE ${mine} AND sequence = at`,
    RECHAIN(of.account),
  ];
  return {
    '1 an amount': taken.slice(0, 1),
    '2 an amount and all later balances': taken,
    '3 the order of an entry': [entry(2, `order_id = '${orders.t}'`)],
    '4 a note': [entry(1, `note = note || '!'`)],
    '5 a time by a microsecond': [entry(1, `created_at = created_at + interval '1 microsecond'`)],
    '6 an entry in the middle is deleted': without(4),
    '7 the first entry is deleted': without(1),
    '8 the last entry is deleted': without(10),
    '9 the tail is cut off, and all made to fit': CUT_TAIL(of),
    '10 two entries change places by number': [
      ...[entry(2, 'sequence = 1002'), entry(3, 'sequence = 2'), entry(1002, 'sequence = 3')],
    ],
    '11 two entries change places by content': [
      entry(2, `order_id = '${orders.t}'`),
      entry(3, `order_id = '${orders.a}', amount = -3.5`),
      entry(2, `order_id = '${orders.b}', amount = -1.25, balance_after = 498.75`),
    ],
    '12 an amount, and the tail is chained again': [taken[0]!, ...chained],
    '13 a fee is inserted, and the tail is chained again': [
      `${entries('sequence = sequence + 1000')} AND sequence > 3`,
      `INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, reference, note, actor,
                                   created_at, salts, commitments, previous_hash, entry_hash)
       SELECT account_id, 4, 'adjustment', -1, 0, 'fee-0', 'fee', actor, now(), salts, commitments, previous_hash, entry_hash
       FROM ledger_entries WHERE ${mine} AND sequence = 1`,
      `${entries('sequence = sequence - 999')} AND sequence > 1000`,
      `UPDATE accounts SET ledger_sequence = ledger_sequence + 1 WHERE id = ${of.account}`,
      ...chained,
    ],
    '14 the actor is unknown everywhere': [hidden],
    '15 the same, and 50 USD are taken': [hidden, ...taken],
    '16 two withheld entries are moved against each other': [
      entry(4, 'amount = amount - 10, balance_after = balance_after - 10'),
      entry(5, 'amount = amount + 10'),
    ],
    '17 the product of an order': order(`product_name = '6 UC'`),
    '17 the order_uuid of an order': order('order_uuid = gen_random_uuid()'),
    '18 the quantity of an order': order('quantity = 3'),
    '18 the unit price of an order': order('unit_price = unit_price + 0.000000000000000001'),
    '19 the kind of a withheld entry': [entry(4, `kind = 'adjustment'`)],
    '20 a delivered code': order(withCodes('AAAA-1', 'ZZZZ-9')),
    '21 the moment of acceptance': event(2, `created_at = created_at + interval '1 microsecond'`),
    '21 the moment of acceptance in the order': order(`decided_at = decided_at - interval '1 day'`),
    '22 a commitment': event(
      2,
      `commitments = (SELECT commitments FROM account_events WHERE ${mine} AND type = 'reversed')`,
    ),
    // The salts of codes are encrypted.
    '22 a salt': event(1, `salts = decode(repeat('63', 16), 'hex')`),
    '22 an event': [
      `UPDATE account_events AS one SET (type, order_id, created_at) =
         (SELECT type, order_id, created_at FROM account_events WHERE ${mine} AND number = 9 - one.number)
       WHERE ${mine} AND number IN (2, 7)`,
    ],
  };
}

/** Codes in the open, since who has no key can encrypt none. */
const withCodes = (...codes: string[]): string =>
  `sealed_codes = NULL, delivered_codes = ARRAY['${codes.join(`', '`)}']`;

/** Changes that only a server can be asked to tell: it leaves out salts that are not there, or cannot be decrypted. */
export function unprovenTexts({ account, orders: { a, b, c } }: TamperedAccount) {
  const order = (set: string, id = a): string =>
    `UPDATE orders AS one SET ${set} WHERE account_id = ${account} AND order_id = '${id}'`;
  const withoutSalts = (number: number): string =>
    `UPDATE account_events SET salts = NULL WHERE account_id = ${account} AND number = ${number}`;
  const otherSalts = `(SELECT sealed_code_salts FROM orders WHERE account_id = ${account} AND order_id = '${c}')`;
  const change = (name: string, ...statements: string[]) => ({ name, statements });
  return [
    change(
      'a code, and salts that no key opens',
      order(`${withCodes('AAAA-1', 'ZZZZ-9')}, sealed_code_salts = ${otherSalts}`),
    ),
    change('a code is left out', order(withCodes('AAAA-1'))),
    change(
      'the fields, and their salt is deleted',
      order(`sent_fields = '[["playerId","8"]]'`),
      withoutSalts(1),
    ),
    change(
      'the reason, and its salt is deleted',
      order(`reason_for_reseller = 'x'`, b),
      withoutSalts(4),
    ),
  ];
}

export const SHOWN_WITHOUT_PROOF: Verdict = [
  1,
  'its order is shown with texts, and what proves them is withheld',
];
