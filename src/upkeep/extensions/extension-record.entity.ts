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

  @Column('timestamptz', { name: 'seen_at' })
  seenAt: Date;
}
