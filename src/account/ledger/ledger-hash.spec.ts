import { readFile } from 'node:fs/promises';
import { canonicalEntry, canonicalField, entryHash, NO_ENTRY_HASH } from './ledger-hash.js';

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
};

describe('the hash of a ledger entry', () => {
  it('is the one that docs/ledger.md documents for auditors', async () => {
    const page = await readFile(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n    ${canonicalEntry(ENTRY)}\n`);
    expect(page).toContain(`\n    ${entryHash(NO_ENTRY_HASH, ENTRY).toString('hex')}\n`);
  });

  it('depends on every column and on the previous hash', () => {
    const changes = Object.keys(ENTRY).map((name) => ({ ...ENTRY, [name]: 'x' }));
    const hashes = [ENTRY, ...changes].map((entry) => entryHash(NO_ENTRY_HASH, entry));
    hashes.push(entryHash(Buffer.alloc(32, 1), ENTRY));
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
  });

  it('has lengths in bytes, and distinguishes null from an empty text', () => {
    expect(canonicalField('متجر')).toBe('8:متجر,');
    expect(canonicalField('🎮')).toBe('4:🎮,');
    expect(canonicalField('')).toBe('0:,');
    expect(canonicalField(null)).toBe('-,');
  });
});
