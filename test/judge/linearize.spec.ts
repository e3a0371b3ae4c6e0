import { linearize } from './linearize.js';
import { registerModel, type RegisterAction } from './models/register.js';
import { drawn } from './notation/lanes.js';
import type { Model } from './search/operation.js';

function registerAction([what, value = '', then = '']: readonly string[]): RegisterAction<string> {
  if (what === 'w') return { kind: 'write', value };
  if (what === 'r') return { kind: 'read', value };
  const isDone = what === 'swap';
  return { kind: 'exchange', expected: value, value: then, isDone };
}

function verdictOn(picture: string): string {
  return linearize(registerModel<string>('0'), drawn(picture, registerAction)).kind;
}

it.each([
  ['a read of the first value', `ann [r 0 ]`],
  ['reads in turn', `ann [w 1 ]  [r 1 ] [r 1 ]`],
  [
    'a read during a write sees the old value',
    `
    ann [w 1        ]
    bob    [r 0 ]`,
  ],
  [
    'a read during a write sees the new value',
    `
    ann [w 1        ]
    bob    [r 1 ]`,
  ],
  [
    'Porcupine: two reads during a write, the shorter one sees the old value',
    `
    ann [w 100                      ]
    bob        [r 100         ]
    cem         [r 0    ]`,
  ],
  [
    'Porcupine: reads without duration',
    `
    ann [w 100                      ]
    bob        [r 100         ]
    cem         [r 0]`,
  ],
  [
    'two writes at once, in the order of their reads',
    `
    ann [w 1     ]
    bob [w 2     ]
    cem             [r 1 ] [r 1 ]`,
  ],
  [
    'a write of the present value that is needed later',
    `
    ann [w 0                           ]
    bob   [w 1 ]
    cem            [r 1 ]   [r 0 ]`,
  ],
  [
    'a write without an answer is seen',
    `
    ann [w 1 >
    bob          [r 1 ]`,
  ],
  [
    'a write without an answer is never seen',
    `
    ann [w 1 >
    bob          [r 0 ]   [r 0 ]`,
  ],
  [
    'a write without an answer is seen after reads of the old value',
    `
    ann [w 1 >
    bob          [r 0 ]   [r 1 ]`,
  ],
  [
    'an exchange that comes first',
    `
    ann [swap 0 1 ]
    bob [fail 0 2 ]
    cem                 [r 1 ]`,
  ],
  [
    'two exchanges, one after the other, drawn the other way round',
    `
    ann [swap 1 2          ]
    bob     [swap 0 1 ]
    cem                        [r 2 ]`,
  ],
  [
    'an exchange without an answer explains the failure of another one',
    `
    ann [swap 0 1 >
    bob              [fail 0 2 ]`,
  ],
])('takes %s', (_name, picture) => {
  expect(verdictOn(picture)).toBe('linearizable');
});

it.each([
  ['a read of a value that nobody wrote', `ann [r 9 ]`],
  ['a read of the old value after the write', `ann [w 1 ]  [r 0 ]`],
  [
    'Porcupine: the old value after the new one, during a write',
    `
    ann [w 200                      ]
    bob   [r 200 ]
    cem                [r 0     ]`,
  ],
  [
    'Porcupine: the same with reads without duration',
    `
    ann [w 200                      ]
    bob   [r 200]
    cem                [r 0     ]`,
  ],
  [
    'two readers that see two writes in different orders',
    `
    ann [w 1     ]
    bob [w 2     ]
    cem             [r 1 ] [r 2 ]`,
  ],
  [
    'an older value that comes back',
    `
    ann [w 1 ] [w 2 ]
    bob                 [r 2 ] [r 1 ]`,
  ],
  [
    'a write without an answer that is seen, and then gone',
    `
    ann [w 1 >
    bob          [r 1 ]   [r 0 ]`,
  ],
  [
    'a write without an answer that is seen before it was sent',
    `
    ann                 [w 1 >
    bob    [r 1 ]`,
  ],
  [
    'two exchanges of one value',
    `
    ann [swap 0 1 ]
    bob [swap 0 2 ]`,
  ],
  [
    'an exchange that fails without a reason',
    `
    ann [fail 0 1 ]`,
  ],
  [
    'a lost update',
    `
    ann [swap 0 1 ]
    bob                [swap 0 2 ]
    cem                              [r 2 ]`,
  ],
  [
    'a write without an answer that is seen twice',
    `
    ann [w 1 >
    bob          [r 1 ]  [w 2 ]  [r 1 ]`,
  ],
])('finds %s', (_name, picture) => {
  expect(verdictOn(picture)).toBe('contradiction');
});

interface QueueAction {
  readonly kind: 'enqueue' | 'dequeue';
  readonly item: string;
}

/** First in, first out; the example of Herlihy and Wing, "Linearizability" (1990). */
const queueModel: Model<readonly string[], QueueAction> = {
  initial: [],
  step: (items, { kind, item }) => {
    if (kind === 'enqueue') return [[...items, item]];
    return items[0] === item ? [items.slice(1)] : [];
  },
  keyOf: (items) => items.join(),
  isRead: () => false,
};

it.each([
  [
    'linearizable',
    'items come out in an order of enqueues at once',
    `
    ann [enq x      ]            [deq x ]
    bob    [enq y      ] [deq y ]`,
  ],
  [
    'linearizable',
    'an item comes out before its enqueue is answered',
    `
    ann [enq x                ]
    bob          [deq x ]`,
  ],
  [
    'linearizable',
    'one item of two without answers',
    `
    ann [enq x >
    bob [enq y >
    cem            [deq y ] [deq x ]`,
  ],
  [
    'contradiction',
    'the second item comes out first',
    `
    ann [enq x ]           [deq y ]
    bob          [enq y ]`,
  ],
  [
    'contradiction',
    'an item comes out twice',
    `
    ann [enq x      ] [deq y ]
    bob [enq y      ]          [deq y ]`,
  ],
  [
    'contradiction',
    'two readers disagree about the first item',
    `
    ann [enq x ] [enq y ] [deq y ]
    bob                   [deq x ]   [deq y ]`,
  ],
])('says %s of a queue: %s', (kind, _name, picture) => {
  const actionOf = ([what, item = '']: readonly string[]): QueueAction => ({
    kind: what === 'enq' ? 'enqueue' : 'dequeue',
    item,
  });
  expect(linearize(queueModel, drawn(picture, actionOf)).kind).toBe(kind);
});

it('takes an empty history', () => {
  expect(linearize(registerModel<string>('0'), []).kind).toBe('linearizable');
});

it('tells an order that the model takes', () => {
  const verdict = linearize(
    registerModel<string>('0'),
    drawn('ann [w 1     ]\nbob  [r 0 ]', registerAction),
  );
  expect(verdict.kind === 'linearizable' && verdict.order.map(({ text }) => text)).toEqual([
    'r 0',
    'w 1',
  ]);
});

it('tells where it got stuck', () => {
  const verdict = linearize(
    registerModel<string>('0'),
    drawn('ann [w 1 ] [r 0 ] [r 9 ]', registerAction),
  );
  expect(verdict).toMatchObject({ kind: 'contradiction', stuckAt: { text: 'r 0' } });
});
