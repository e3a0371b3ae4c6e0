import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A named stock of codes that products are delivered from. */
@Entity('code_stocks')
export class CodeStock {
  @PrimaryColumn('text')
  name: string;

  /** The operator is warned if fewer codes than this are free. */
  @Column('integer', { name: 'low_stock' })
  lowStock: number;

  /** Codes with an id up to this one are held back, since lost orders may have got them; after a failover all of them. */
  @Column('bigint', { name: 'held_through' })
  heldThrough: string;

  /** The lineage of the database in which its codes may be sold. */
  @Column('text', { name: 'cleared_for' })
  clearedFor: string;

  /** Set while a failover holds its codes back: those sold between these times may be in stock again. */
  @Column('timestamptz', { name: 'lost_from', nullable: true })
  lostFrom: Date | null;

  @Column('timestamptz', { name: 'lost_until', nullable: true })
  lostUntil: Date | null;
}

/** One code, free or sold. A sold code is never deleted, so that it cannot be imported and sold again. */
@Entity('stock_codes')
export class StockCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: string;

  @Column('text')
  stock: string;

  /** A keyed hash of the code, unique over all stocks. */
  @Column('bytea', { name: 'code_hash' })
  codeHash: Buffer;

  /** Null for a sold code that is erased. */
  @Column('bytea', { name: 'sealed_code', nullable: true })
  encryptedCode: Buffer | null;

  /** The account of the order that the code was delivered for; null while the code is free, or if the order is lost. */
  @Column('integer', { name: 'account_id', nullable: true })
  accountId: number | null;

  @Column('text', { name: 'order_id', nullable: true })
  orderId: string | null;

  /** USD that the code was bought for; null if it is unknown. */
  @Column('numeric', { precision: 38, scale: 18, nullable: true })
  cost: string | null;

  @Column('timestamptz', { name: 'imported_at' })
  importedAt: Date;

  /** Set without an order if the code was sold by an order that a restore has lost. */
  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt: Date | null;
}
