import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Ask, Grant, LimitKind } from './bucket.js';

/** A bucket of an account. */
interface BucketRef {
  readonly accountId: number;
  readonly kind: LimitKind;
}

export interface BucketAsk extends BucketRef, Ask {
  readonly quota: number;
}

export interface BucketGrant extends BucketRef, Grant {}

/** Takes tokens from the buckets that all instances share, and puts them back. */
@Injectable()
export class LimitBucketsRepository {
  constructor(private readonly database: Database) {}

  /** One statement, which commits by itself, so it works behind a pooler in transaction mode, too. */
  exchange(asks: readonly BucketAsk[]): Promise<BucketGrant[]> {
    const rows = asks.map(({ accountId, ...ask }) => ({ account_id: accountId, ...ask }));
    return this.database.statement(EXCHANGE, [JSON.stringify(rows)]);
  }
}

const EXCHANGE = `
  SELECT account_id AS "accountId", kind, granted, level FROM exchange_tokens($1)`;
