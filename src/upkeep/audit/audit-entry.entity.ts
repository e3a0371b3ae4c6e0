import type { Door } from '../../account/caller-audit.js';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A change by an operator. The entry is inserted before the change, completed after it, and never changed again. */
@Entity('audit_entries')
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actor: string;

  /** The command, such as `balance deposit`. */
  @Column('text')
  action: string;

  /** Arguments and options by name; secrets are masked. */
  @Column('jsonb')
  details: Record<string, unknown>;

  /** `done`, or `failed: ` and the reason; null while the change runs, or if it was interrupted. */
  @Column('text', { nullable: true })
  outcome: string | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
  /** The role that the operator had; null at the terminal, and for callers. */
  @Column('text', { nullable: true })
  role: string | null;

  /** How it was done; null for entries of former releases. */
  @Column('text', { nullable: true })
  door: Door | null;

  @Column('inet', { nullable: true })
  address: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  /** What the change has changed, without secrets; null if it does not say. */
  @Column('jsonb', { nullable: true })
  before: Record<string, unknown> | null;

  @Column('jsonb', { nullable: true })
  after: Record<string, unknown> | null;
}
