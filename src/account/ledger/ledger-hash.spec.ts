import { readFile } from 'node:fs/promises';
import { commitmentsTo } from '../../common/commitment.js';
import {
  canonicalEntry,
  canonicalField,
  committedTexts,
  entryHash,
  NO_ENTRY_HASH,
} from './ledger-hash.js';

/** The example of docs/ledger.md. */
const ENTRY = {
  accountId: '7',
  sequence: '1',
  kind: 'deposit',
  amount: '250.00000000',
  balanceAfter: '250.00000000',
  orderId: null,
  reference: 'inv-1',
  note: '',
  actor: 'operator:alice',
  createdAt: '2026-01-31T23:59:59.123456Z',
  commitments: null,
};

const COMMITTED = {
  ...{ ...ENTRY, actor: 'operator:1' },
  commitments: commitmentsTo(['inv-1', '["","operator:1"]'], Buffer.alloc(32, 5)) ?? '',
};

describe('the hash of a ledger entry', () => {
  it('is the one that docs/ledger.md documents for auditors', async () => {
    const page = await readFile(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');
    for (const entry of [ENTRY, COMMITTED]) {
      expect(page).toContain(`\n    ${canonicalEntry(entry)}\n`);
      expect(page).toContain(`\n    ${entryHash(NO_ENTRY_HASH, entry).toString('hex')}\n`);
    }
  });

  it('depends on every column and on the previous hash', () => {
    const changes = Object.keys(ENTRY).map((name) => ({ ...ENTRY, [name]: 'x' }));
    const hashes = [ENTRY, ...changes].map((entry) => entryHash(NO_ENTRY_HASH, entry));
    hashes.push(entryHash(Buffer.alloc(32, 1), ENTRY));
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
  });

  it('depends on all but the texts where these are committed to', () => {
    const hash = entryHash(NO_ENTRY_HASH, COMMITTED);
    const changed = Object.keys(COMMITTED).filter(
      (name) => !entryHash(NO_ENTRY_HASH, { ...COMMITTED, [name]: 'x' }).equals(hash),
    );
    expect(changed).toEqual(
      Object.keys(COMMITTED).filter((name) => !['reference', 'note', 'actor'].includes(name)),
    );
  });

  it('commits to the texts of all but debits of orders', () => {
    expect(committedTexts(COMMITTED)).toEqual(['inv-1', '["","operator:1"]']);
    const debit = { ...COMMITTED, reference: null, actor: 'api' };
    expect(committedTexts(debit)).toEqual([]);
    expect(committedTexts({ ...debit, note: 'x' })).toEqual([null, '["x","api"]']);
  });

  it('has lengths in bytes, and distinguishes null from an empty text', () => {
    expect(canonicalField('متجر')).toBe('8:متجر,');
    expect(canonicalField('🎮')).toBe('4:🎮,');
    expect(canonicalField('')).toBe('0:,');
    expect(canonicalField(null)).toBe('-,');
  });
});
