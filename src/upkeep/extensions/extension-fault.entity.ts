import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a port of an extension did wrong. */
@Entity('extension_faults')
export class ExtensionFault {
  @PrimaryColumn('text')
  extension: string;

  /** The name of the port. */
  @PrimaryColumn('text')
  port: string;

  /** The last fault. */
  @Column('text')
  fault: string;

  /** Their number since `firstAt`. */
  @Column('bigint')
  faults: string;

  @Column('timestamptz', { name: 'first_at' })
  firstAt: Date;

  @Column('timestamptz', { name: 'last_at' })
  lastAt: Date;
}
