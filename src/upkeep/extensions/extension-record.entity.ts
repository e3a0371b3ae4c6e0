import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PortNames } from './recorded-ports.js';

/** An extension of the shop, as the last server has started with it. */
@Entity('extensions')
export class ExtensionRecord {
  @PrimaryColumn('text')
  name: string;

  /** Empty for an extension without one. */
  @Column('text')
  version: string;

  /** Of a row of an older release, the kinds of ports that it knew. */
  @Column('json')
  ports: Partial<PortNames>;

  /** The methods of `Shop` that it may call, as it declares them. */
  @Column('text', { array: true })
  uses: string[];

  /** USD that it may add to balances within 24 hours; null for any amount. */
  @Column('numeric', { name: 'deposits_a_day', precision: 28, scale: 8, nullable: true })
  depositsADay: string | null;

  @Column('timestamptz', { name: 'seen_at' })
  seenAt: Date;
}
