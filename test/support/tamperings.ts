import {
  usd,
  type HistoryEntry,
  type HistoryEvent,
  type ReceiptHistory,
} from './receipt-history.js';

/** What a verifier says: the code with which it ends, and a phrase of what it prints. */
export type Verdict = readonly [code: number, phrase: string];

/** The files after the change, alone, and against files kept from before it. */
export interface ExpectedVerdicts {
  readonly whole: Verdict;
  readonly kept: Verdict;
}

export interface Tampering {
  readonly name: string;
  /** Changes rows as a superuser can, past all triggers. */
  readonly change: (history: ReceiptHistory) => void;
  readonly committed: ExpectedVerdicts;
  /** With ledger entries of the old form, which commit to nothing, and --allow-withheld; absent if it is the same. */
  readonly old?: ExpectedVerdicts;
}

const entry = ({ entries }: ReceiptHistory, number: number): HistoryEntry => entries[number - 1]!;

function event({ events }: ReceiptHistory, type: HistoryEvent['type']): HistoryEvent {
  return events.find((one) => one.type === type)!;
}

const both = (code: number, phrase: string): ExpectedVerdicts => ({
  whole: [code, phrase],
  kept: [code, phrase],
});

const COLUMNS = both(1, 'its columns are not those that were hashed');
const TOLD = both(1, 'what it tells is not what was hashed');
const TEXTS = both(1, 'its texts are not those that it has committed to');
const REWRITTEN: ExpectedVerdicts = {
  whole: [0, 'are consistent'],
  kept: [1, 'forked within one history at entry'],
};
/** What nothing but kept files tells of entries of the old form. */
const TAKEN: ExpectedVerdicts = {
  whole: [0, 'texts withheld, so'],
  kept: [1, 'its columns are not those that were hashed'],
};
/** The same, of an entry whose texts were withheld before, too. */
const KEPT_ALONE: ExpectedVerdicts = {
  ...TAKEN,
  kept: [1, 'altered: it has the hash, but not the columns of your kept file'],
};

function move(entries: readonly HistoryEntry[], amount: bigint): void {
  for (const one of entries) one.balanceAfter += amount;
}

function hide(history: ReceiptHistory): void {
  for (const one of history.entries) Object.assign(one, { actor: 'nobody', isWithheld: true });
}

function exchange<Row extends object>(one: Row, other: Row, names: readonly (keyof Row)[]): void {
  for (const name of names) [one[name], other[name]] = [other[name], one[name]];
}

/** The changes of a superuser without the keys; 9, 12 and 13 leave chains that are whole in themselves. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    name: '1 an amount',
    change: (history) => {
      entry(history, 1).amount -= usd(50);
    },
    committed: COLUMNS,
  },
  {
    name: '2 an amount and all later balances',
    change: (history) => {
      entry(history, 1).amount -= usd(50);
      move(history.entries, -usd(50));
    },
    committed: COLUMNS,
  },
  {
    name: '3 the order of an entry',
    change: (history) => {
      entry(history, 2).orderId = 'ID_c';
    },
    committed: COLUMNS,
  },
  {
    name: '4 a note',
    change: (history) => {
      entry(history, 1).note += '!';
    },
    committed: TEXTS,
    old: COLUMNS,
  },
  {
    name: '5 a time by a microsecond',
    change: (history) => {
      const one = entry(history, 1);
      one.createdAt = one.createdAt.replace('1Z', '2Z');
    },
    committed: COLUMNS,
  },
  {
    name: '6 an entry in the middle is deleted',
    change: ({ entries }) => entries.splice(3, 1),
    committed: both(1, 'the entry before it is missing'),
  },
  {
    name: '7 the first entry is deleted',
    change: ({ entries }) => entries.splice(0, 1),
    committed: both(1, 'entry 2: the entry before it is missing'),
  },
  {
    name: '8 the last entry is deleted',
    change: ({ entries }) => entries.splice(-1, 1),
    committed: both(1, 'no entry belongs to it'),
  },
  {
    name: '9 the tail is cut off, and all made to fit',
    change: ({ entries, events, orders }) => {
      entries.splice(-1, 1);
      events.splice(-1, 1);
      orders.delete('ID_d');
    },
    committed: REWRITTEN,
  },
  {
    name: '10 two entries change places by number',
    change: (history) => {
      exchange(entry(history, 2), entry(history, 3), ['sequence']);
    },
    committed: both(1, 'it does not carry the hash of the entry before it'),
  },
  {
    name: '11 two entries change places by content',
    change: (history) => {
      const content = ['kind', 'amount', 'orderId', 'reference', 'note', 'actor'] as const;
      exchange(entry(history, 2), entry(history, 3), content);
      entry(history, 2).balanceAfter = entry(history, 1).balanceAfter + entry(history, 2).amount;
    },
    committed: COLUMNS,
  },
  {
    name: '12 an amount, and the tail is chained again',
    change: (history) => {
      entry(history, 1).amount -= usd(50);
      history.chainAnew();
    },
    committed: REWRITTEN,
  },
  {
    name: '13 a fee is inserted, and the tail is chained again',
    change: (history) => {
      const fee = { reference: 'fee-0', note: 'fee', actor: 'operator:1' };
      history.post('adjustment', -usd(1), fee, entry(history, 3).createdAt);
      history.entries.splice(3, 0, history.entries.pop()!);
      history.chainAnew();
    },
    committed: REWRITTEN,
  },
  {
    name: '14 the actor is unknown everywhere',
    change: hide,
    committed: {
      whole: [0, 'texts withheld, amounts proven: entries 1'],
      kept: [0, 'texts that could be read before: entries 1'],
    },
    old: {
      whole: [0, 'texts withheld, so'],
      kept: [0, 'texts that could be read before: entries 1'],
    },
  },
  {
    name: '15 the same, and 50 USD are taken',
    change: (history) => {
      hide(history);
      entry(history, 1).amount -= usd(50);
      move(history.entries, -usd(50));
    },
    committed: COLUMNS,
    old: TAKEN,
  },
  {
    name: '16 two withheld entries are moved against each other',
    change: (history) => {
      entry(history, 4).amount -= usd(10);
      entry(history, 4).balanceAfter -= usd(10);
      entry(history, 5).amount += usd(10);
    },
    committed: COLUMNS,
    old: KEPT_ALONE,
  },
  {
    name: '17 the product of an order',
    change: ({ orders }) => {
      orders.get('ID_a')!.productName = '6 UC';
    },
    committed: TOLD,
  },
  {
    name: '17 the order_uuid of an order',
    change: ({ orders }) => {
      orders.get('ID_a')!.uuid = 'uuid-b';
    },
    committed: TOLD,
  },
  {
    name: '18 the quantity of an order',
    change: ({ orders }) => {
      orders.get('ID_a')!.quantity = '3.000000';
    },
    committed: TOLD,
  },
  {
    name: '18 the unit price of an order',
    change: ({ orders }) => {
      orders.get('ID_a')!.unitPrice = '1.750000000000000001';
    },
    committed: TOLD,
  },
  {
    name: '19 the kind of a withheld entry',
    change: (history) => {
      entry(history, 4).kind = 'adjustment';
    },
    committed: COLUMNS,
    old: KEPT_ALONE,
  },
  {
    name: '20 a delivered code',
    change: (history) => {
      history.orders.get('ID_a')!.codes![1] = 'ZZZZ-9';
    },
    committed: TEXTS,
  },
  {
    name: '21 the moment of acceptance',
    change: (history) => {
      const accepted = event(history, 'accepted');
      accepted.createdAt = accepted.createdAt.replace('Z', '').slice(0, -1) + '9Z';
    },
    committed: TOLD,
  },
  {
    name: '21 the moment of acceptance in the order',
    change: ({ orders }) => {
      orders.get('ID_a')!.decidedAt = '2026-01-31T11:59:59.000000Z';
    },
    committed: both(1, 'state or time of its order are not those of the decision'),
  },
  {
    name: '22 a commitment',
    change: (history) => {
      event(history, 'accepted').commitments = event(history, 'reversed').commitments;
    },
    committed: TOLD,
  },
  {
    name: '22 a salt',
    change: (history) => {
      event(history, 'accepted').salts = Buffer.alloc(32, 99);
    },
    committed: TEXTS,
  },
  {
    name: '22 an event',
    change: (history) => {
      exchange(event(history, 'accepted'), event(history, 'codes'), [
        'type',
        'orderId',
        'createdAt',
      ]);
    },
    committed: TOLD,
  },
];
