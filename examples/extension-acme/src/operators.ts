import type { ExtensionOperation, OperatorPermission, PageSection } from 'souk';
import { Payments } from './payments.js';

/** In roles and scopes of tokens it is called `acme.payments`. */
export const permissions: readonly OperatorPermission[] = [
  {
    name: 'payments',
    text: { en: 'add payments by hand', de: 'Zahlungen von Hand eintragen' },
    roles: ['finance'],
  },
];

/** A payment that the gateway has not told of: `souk acme add-payment 7 --payment P-1 --usd 5`. */
export const addPayment: ExtensionOperation = {
  name: 'add-payment',
  summary: { en: 'add a payment by hand', de: 'eine Zahlung von Hand eintragen' },
  permission: 'payments',
  target: 'account',
  // It calls Shop, which a transaction would wait for. The number of the payment is the key of that call.
  kind: 'outside',
  confirm: { en: 'The money can be spent at once.', de: 'Das Geld kann sofort ausgegeben werden.' },
  fields: {
    payment: { kind: 'text', label: { en: 'Number', de: 'Nummer' }, maxCharacters: 60 },
    usd: { kind: 'money', label: { en: 'Amount', de: 'Betrag' } },
  },
  answer: {
    balance: { kind: 'money', label: { en: 'New balance', de: 'Neuer Stand' }, signed: true },
  },
  async run({ shop, id, input }) {
    const payment = {
      id: String(input['payment']),
      account: String(id),
      usd: String(input['usd']),
    };
    return { balance: await shop.get(Payments).add(payment) };
  },
};

/** What an account has ordered today, on its page of the console. */
export const spendingSection: PageSection = {
  name: 'spending',
  page: 'account',
  title: { en: 'Orders by day', de: 'Bestellungen nach Tag' },
  async read(accountId, { manager }) {
    const rows = await manager.query<{ day: string; total: string }[]>(
      `SELECT day::text, total::text FROM acme_spent WHERE account_id = $1 ORDER BY day DESC LIMIT 7`,
      [accountId],
    );
    if (rows.length === 0) return undefined;
    const cells = rows.map(({ day, total }) => [day, total]);
    return [{ kind: 'table', columns: [{ en: 'Day', de: 'Tag' }, 'USD'], rows: cells }];
  },
};
