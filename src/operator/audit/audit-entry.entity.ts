import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One change by an operator: written before it, completed after it, and never changed again. */
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

  /** Arguments and options by name, secrets masked. */
  @Column('jsonb')
  details: Record<string, unknown>;

  /** `done`, or `failed: ` and why; null while it runs, or when it was cut off. */
  @Column('text', { nullable: true })
  outcome: string | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
}
