import { commitmentTo } from '../../common/commitment.js';
import { eventFault, NO_EVENTS, type ChainedEvent, type EventHead } from './event-chain.js';
import { eventHash } from './event-hash.js';

const salts = Buffer.alloc(32, 5);
const [one, two] = [salts.subarray(0, 16), salts.subarray(16)];

function eventBehind(before: EventHead, change: Partial<ChainedEvent> = {}): ChainedEvent {
  const event: Omit<ChainedEvent, 'previousHash' | 'hash'> = {
    ...{
      accountId: '7',
      number: String(BigInt(before.number) + 1n),
      type: 'reversed',
      orderId: 'ID_1',
    },
    ...{ createdAt: '2026-01-31T23:59:59.123456Z', facts: ['1.00000000'], salts },
    commitments: Buffer.concat([commitmentTo('r-1', one), commitmentTo('late', two)]).toString(
      'hex',
    ),
    texts: [['r-1', 'late']],
    ...change,
  };
  return { ...event, previousHash: before.hash, hash: eventHash(before.hash, event) };
}

const first = eventBehind(NO_EVENTS);

describe('an event', () => {
  it('follows the one before it', () => {
    expect(eventFault(NO_EVENTS, first)).toBeUndefined();
    expect(eventFault(first, eventBehind(first))).toBeUndefined();
  });

  it.each<[string, ChainedEvent, string]>([
    ['comes too late', eventBehind(eventBehind(first)), 'event 2: it is missing'],
    ['is there again', first, 'event 2: it is missing'],
    [
      'is linked elsewhere',
      { ...eventBehind(first), previousHash: Buffer.alloc(32, 1) },
      'event 2: it does not carry the hash of the event before it',
    ],
    [
      'tells something else',
      { ...eventBehind(first), orderId: 'ID_2' },
      'event 2: what it tells is not what was hashed',
    ],
    [
      'is of an order with another text',
      eventBehind(first, { texts: [['r-1', 'early']] }),
      'event 2: the texts of its order are not those that it has committed to',
    ],
    [
      'is of an order without a text',
      eventBehind(first, { texts: [['r-1', null]] }),
      'event 2: the texts of its order are not those that it has committed to',
    ],
    [
      'has lost its texts and not its salts',
      eventBehind(first, { texts: null }),
      'event 2: the texts of its order are not those that it has committed to',
    ],
    [
      'has fewer salts than texts',
      eventBehind(first, { salts: one }),
      'event 2: the texts of its order are not those that it has committed to',
    ],
  ])('is found if it %s', (_, event, fault) => {
    expect(eventFault(first, event)).toBe(fault);
  });

  it('commits to codes that its order has at a place of their own', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((code) => commitmentTo(code, one).toString('hex')) as [
      string,
      string,
      string,
    ];
    const added = (commitments: string, codes?: string) =>
      eventFault(
        first,
        eventBehind(first, {
          ...{ type: 'codes', facts: [], salts: null, texts: null, commitments },
          ...(codes !== undefined && { codes }),
        }),
      );
    const fault = 'event 2: the codes of its order are not those that it has committed to';
    expect(added(b + c, a + b + c)).toBeUndefined();
    expect(added(b + c)).toBeUndefined();
    expect(added(b + c, a + c + b)).toBe(fault);
    expect(added(b + c, a + b)).toBe(fault);
    expect(added(b, '')).toBe(fault);
    // A digit later, it is none.
    expect(added(b, `0${b}${a.slice(1)}`)).toBe(fault);
  });

  it('may be of one of several reversals, and prove nothing of erased texts', () => {
    const texts = [
      ['r-0', 'x'],
      ['r-1', 'late'],
    ];
    expect(eventFault(first, eventBehind(first, { texts }))).toBeUndefined();
    expect(eventFault(first, eventBehind(first, { texts: null, salts: null }))).toBeUndefined();
  });
});
