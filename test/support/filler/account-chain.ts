import {
  NO_EVENT_HASH,
  eventHash,
  type EventTexts,
} from '../../../src/account/events/event-hash.js';
import {
  NO_ENTRY_HASH,
  entryHash,
  type EntryTexts,
} from '../../../src/account/ledger/ledger-hash.js';
import type { Client } from 'pg';

/** USD have eight decimals. */
const UNITS = 100_000_000n;

/** The ends of an account's ledger and events, from which they go on. */
export class AccountChain {
  private sequence = 0;
  private balance = 0n;
  private entry: Buffer = NO_ENTRY_HASH;
  private number = 0;
  private event: Buffer = NO_EVENT_HASH;

  /** Of all accounts, by id. */
  static async all(client: Client): Promise<Map<number, AccountChain>> {
    const { rows } = await client.query<ChainEnds>(ENDS);
    return new Map(
      rows.map((row) => {
        const chain = new AccountChain();
        chain.sequence = Number(row.sequence ?? 0);
        chain.balance = unitsOf(row.balance ?? '0');
        chain.entry = row.entry ?? NO_ENTRY_HASH;
        chain.number = Number(row.number ?? 0);
        chain.event = row.event ?? NO_EVENT_HASH;
        return [row.id, chain];
      }),
    );
  }

  /** Writes balances and sequences as the chains have left them. */
  static async save(client: Client, chains: ReadonlyMap<number, AccountChain>): Promise<void> {
    const ends = [...chains.values()];
    await client.query(SAVE, [
      [...chains.keys()],
      ends.map(({ balance }) => usd(balance)),
      ends.map(({ sequence }) => sequence),
    ]);
  }

  /** The next entry of the ledger, with its hashes. */
  addEntry(entry: Omit<EntryTexts, 'sequence' | 'balanceAfter'>) {
    const previousHash = this.entry;
    this.balance += unitsOf(entry.amount);
    this.sequence += 1;
    const placed = {
      ...entry,
      sequence: String(this.sequence),
      balanceAfter: usd(this.balance),
    };
    this.entry = entryHash(previousHash, placed);
    return { ...placed, previousHash, entryHash: this.entry };
  }

  /** The next event, with its hashes. */
  addEvent(event: Omit<EventTexts, 'number'>) {
    const previousHash = this.event;
    this.number += 1;
    const numbered = { ...event, number: String(this.number) };
    this.event = eventHash(previousHash, numbered);
    return { ...numbered, previousHash, hash: this.event };
  }
}

interface ChainEnds {
  readonly id: number;
  readonly sequence: string | null;
  readonly balance: string | null;
  readonly entry: Buffer | null;
  readonly number: string | null;
  readonly event: Buffer | null;
}

const ENDS = `
  SELECT id, ledger.sequence, ledger.balance_after AS balance, ledger.entry_hash AS entry, told.number, told.hash AS event
  FROM accounts
  LEFT JOIN LATERAL (
    SELECT * FROM ledger_entries WHERE account_id = id ORDER BY sequence DESC LIMIT 1
  ) ledger ON true
  LEFT JOIN LATERAL (
    SELECT * FROM account_events WHERE account_id = id ORDER BY number DESC LIMIT 1
  ) told ON true`;

const SAVE = `
  UPDATE accounts SET balance = ended.balance, ledger_sequence = ended.sequence
  FROM unnest($1::integer[], $2::numeric[], $3::bigint[]) AS ended (id, balance, sequence)
  WHERE accounts.id = ended.id`;

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole) * UNITS + BigInt(fraction.padEnd(8, '0'));
  return amount.startsWith('-') ? -units : units;
}

function usd(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(9, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
