import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Scope } from './scopes.js';

/** One of an account's API tokens. The token itself is shown once and never stored. */
@Entity('access_tokens')
export class AccessToken {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('integer', { name: 'account_id' })
  accountId: number;

  /** SHA-256 of the token. */
  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash: Buffer;

  @Column('text')
  label: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  /** Updated at most once a minute, so that a busy caller does not write a row at each request. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** Of the caller at the last use that was written; null if the proxy named none. */
  @Column('inet', { name: 'last_used_from', nullable: true })
  lastUsedFrom: string | null;

  @Column('text', { array: true })
  scopes: Scope[];

  /** The token's own, in CIDR notation. */
  @Column('cidr', { name: 'allowed_ips', array: true })
  allowedIps: string[];

  /** The id of the first token of the family; null for a token that was never replaced. */
  @Column('integer', { name: 'family_id', nullable: true })
  familyId: number | null;

  /** True for a successor that was not used yet. */
  @Column('boolean')
  pending: boolean;

  /** USD that the family may spend in 24 hours. */
  @Column('numeric', { name: 'daily_cap', precision: 28, scale: 8, nullable: true })
  dailyCap: string | null;
}
