import { readFile } from 'node:fs/promises';
import { commitmentTo } from '../../common/commitment.js';
import { canonicalList, eventHash, NO_EVENT_HASH, type EventTexts } from './event-hash.js';

const SALT = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

const FIELDS = '[["playerId","5551234567"]]';

const canonical = (event: EventTexts): string => JSON.stringify(canonicalList(event));

/** The example of docs/ledger.md. */
const EVENT: EventTexts = {
  ...{ accountId: '7', number: '1', type: 'placed', orderId: 'ID_9fffb0d849a45215' },
  createdAt: '2026-01-31T23:59:59.123456Z',
  facts: [...['a1c7', '1001', '60 UC', '1.000000', '0.890000000000000000', '0.89000000', 'false']],
  commitments: commitmentTo(FIELDS, SALT).toString('hex'),
};

describe('the hash of an event', () => {
  it('is the one that docs/ledger.md documents for auditors', async () => {
    const page = await readFile(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');
    expect(page).toContain(`the fields \`${FIELDS}\` and the salt \`${SALT.toString('hex')}\``);
    expect(page).toContain(`\n    ${canonical(EVENT)}\n`);
    expect(page).toContain(`\n    ${eventHash(NO_EVENT_HASH, EVENT).toString('hex')}\n`);
  });

  it('depends on all that the event tells and on the previous hash', () => {
    const facts = EVENT.facts.map((_, at) => EVENT.facts.with(at, 'x'));
    const changes = [
      ...['accountId', 'number', 'type', 'orderId', 'createdAt', 'commitments'].map((name) => ({
        [name]: 'x',
      })),
      ...facts.map((changed) => ({ facts: changed })),
      ...[{ facts: [] }, { commitments: null }],
    ];
    const hashes = [{}, ...changes].map((change) =>
      eventHash(NO_EVENT_HASH, { ...EVENT, ...change }),
    );
    hashes.push(eventHash(Buffer.alloc(32, 1), EVENT));
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
  });

  it('tells a text that is missing from an empty one', () => {
    expect(canonical({ ...EVENT, facts: [], commitments: null })).toMatch(/Z",null\]$/);
    expect(canonical({ ...EVENT, facts: [], commitments: '' })).toMatch(/Z",""\]$/);
  });
});
