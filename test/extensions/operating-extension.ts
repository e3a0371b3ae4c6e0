import { OperatorError } from '../../src/common/app-error.js';
import type { ExtensionOperation } from '../../src/extensions/operators/extension-operation.js';
import { Shop } from '../../src/extensions/shop/shop.js';
import { testExtension, type TestExtension } from '../support/extensions.js';

/** How often each operation was run. */
export const runs = new Map<string, number>();

/** Set to have the next run of `bonus` fail after it has called Shop. */
export const bonus = { fails: false };

function counted(name: string, run: ExtensionOperation['run']): ExtensionOperation['run'] {
  return (work) => {
    runs.set(name, (runs.get(name) ?? 0) + 1);
    return run(work);
  };
}

const ADD_NOTE = `UPDATE accounts SET name = $2 WHERE id = $1`;

const OPERATIONS: readonly ExtensionOperation[] = [
  {
    name: 'bonus',
    summary: { en: 'give a bonus', de: 'einen Bonus geben' },
    permission: 'bonus',
    target: 'account',
    kind: 'outside',
    confirm: { en: 'The <b>money</b> is added at once.', de: 'Das Geld kommt sofort dazu.' },
    fields: {
      amount: { kind: 'money', label: { en: 'Amount', de: 'Betrag' } },
      reason: {
        kind: 'choice',
        label: '<i>Reason</i>',
        words: { birthday: 'Birthday', loyalty: 'Loyalty' },
      },
    },
    answer: { balance: { kind: 'money', label: 'New balance', signed: true } },
    run: counted('bonus', async ({ shop, id, input, requestReference, by }) => {
      if (input.amount === '13') throw new OperatorError('Thirteen is too unlucky.');
      const what = { amount: String(input.amount), note: `${String(input.reason)} by ${by}` };
      const { balance } = await shop
        .get(Shop)
        .balance.deposit(Number(id), what, `bonus ${requestReference}`);
      if (bonus.fails) {
        bonus.fails = false;
        throw new Error('the gateway is gone');
      }
      return { balance };
    }),
  },
  {
    name: 'rename',
    summary: 'rename an account',
    permission: 'rename',
    target: 'account',
    fields: {
      name: { kind: 'text', label: 'Name', maxCharacters: 40 },
      loudly: { kind: 'flag', label: 'In capitals' },
    },
    run: counted('rename', async ({ manager, id, input }) => {
      const name = input.loudly === true ? String(input.name).toUpperCase() : input.name;
      await manager.query(ADD_NOTE, [id, name]);
    }),
  },
  {
    name: 'tally',
    summary: 'count once more',
    permission: 'bonus',
    kind: 'once',
    fields: { by: { kind: 'integer', label: 'By', min: -9, max: 9, optional: true } },
    answer: { count: { kind: 'integer', label: 'Count', min: 0, max: 1000 } },
    run: counted('tally', () => Promise.resolve({ count: runs.get('tally') ?? 0 })),
  },
  {
    name: 'look',
    summary: 'look at an order',
    permission: 'rename',
    target: 'order',
    kind: 'reading',
    fields: { writing: { kind: 'flag', label: 'Write, too' } },
    answer: { status: { kind: 'text', label: 'Status' } },
    run: async ({ manager, id, input }) => {
      if (input.writing === true) await manager.query(`UPDATE orders SET quantity = 1`);
      const rows = await manager.query<{ status: string }[]>(
        'SELECT status FROM orders WHERE order_id = $1',
        [id],
      );
      return { status: rows[0]?.status ?? 'none' };
    },
  },
  {
    name: 'mistaken',
    summary: 'call Shop within the transaction',
    permission: 'bonus',
    target: 'account',
    run: async ({ shop, id }) => {
      await shop.get(Shop).balance.deposit(Number(id), { amount: '1' }, 'mistaken');
    },
  },
  {
    name: 'ending',
    summary: 'end the transaction',
    permission: 'bonus',
    target: 'account',
    run: async ({ manager, id }) => {
      await manager.query(ADD_NOTE, [id, 'kept']);
      await manager.query('COMMIT');
    },
  },
  {
    name: 'garbled',
    summary: 'answer what is not declared',
    permission: 'bonus',
    run: () => Promise.resolve({ secret: 'garbled' }),
  },
];

/** `acme` with operations of each kind. */
export function operatingExtension(): TestExtension {
  return testExtension({
    uses: ['balance.deposit'],
    permissions: [
      { name: 'bonus', text: 'give bonuses', roles: ['finance'] },
      { name: 'rename', text: { en: 'rename accounts', de: 'Konten umbenennen' } },
    ],
    operations: OPERATIONS,
  });
}
