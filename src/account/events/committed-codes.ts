import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { commitmentsTo, SALT_BYTES } from '../../common/commitment.js';
import { SecretBox, SecretUnreadableError } from '../../common/secret-box.js';
import type { ChainedEvent } from './event-chain.js';
import type { AccountEventType } from './event-hash.js';
import { EventReader, type CodesOfOrder } from './event-reader.repository.js';

/** Their codes are in memory at the same time. */
const ORDERS_PER_READ = 50;

const OF_CODES = new Set<AccountEventType>(['accepted', 'codes', 'late']);

/** Recomputes from codes and salts what orders have committed to; both are encrypted. */
@Injectable()
export class CommittedCodes {
  constructor(
    private readonly reader: EventReader,
    private readonly box: SecretBox,
  ) {}

  /** @returns the same events; those that commit to codes tell what their orders commit to now, if these can be decrypted. */
  async of(manager: EntityManager, events: readonly ChainedEvent[]): Promise<ChainedEvent[]> {
    if (!this.box.hasKey) return [...events];
    const orders = [...new Set(events.filter(commitsToCodes).map(orderOf))];
    const known = new Map<string, string>();
    for (let start = 0; start < orders.length; start += ORDERS_PER_READ) {
      const part = orders.slice(start, start + ORDERS_PER_READ);
      for (const row of await this.reader.codes(manager, part)) {
        const codes = this.recomputed(row);
        if (codes !== undefined) known.set(row.order, codes);
      }
    }
    return events.map((event) => {
      const codes = commitsToCodes(event) ? known.get(orderOf(event)) : undefined;
      return codes === undefined ? event : { ...event, codes };
    });
  }

  /** Undefined if nothing can be said; empty if the order does not commit to what it has. */
  private recomputed({ about, openCodes, ...row }: CodesOfOrder): string | undefined {
    try {
      const opened = (encrypted: Buffer | null) => encrypted && this.box.decrypt(encrypted, about);
      const codes = row.encryptedCodes
        ? (JSON.parse(opened(row.encryptedCodes) ?? '[]') as string[])
        : (openCodes ?? []);
      const salts = Buffer.from(opened(row.encryptedSalts) ?? '', 'base64');
      const hex = commitmentsTo(codes.slice(0, salts.length / SALT_BYTES), salts);
      return hex === row.commitments ? hex : '';
    } catch (error) {
      if (error instanceof SecretUnreadableError) return undefined;
      throw error;
    }
  }
}

function commitsToCodes({ type, commitments }: ChainedEvent): boolean {
  return commitments !== null && OF_CODES.has(type);
}

function orderOf({ accountId, orderId }: ChainedEvent): string {
  return `${accountId} ${orderId}`;
}
