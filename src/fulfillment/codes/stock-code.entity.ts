import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A pile of codes that products are delivered from. */
@Entity('code_stocks')
export class CodeStock {
  @PrimaryColumn('text')
  name: string;

  /** Fewer free codes than this are worth a warning. */
  @Column('integer', { name: 'low_stock' })
  lowStock: number;
}

/** One code, free or sold. A sold one is never deleted, so that it can never be sold again. */
@Entity('stock_codes')
export class StockCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: string;

  @Column('text')
  stock: string;

  /** A keyed hash of the code, unique in the whole shop. */
  @Column('bytea', { name: 'code_hash' })
  codeHash: Buffer;

  @Column('bytea', { name: 'sealed_code' })
  sealedCode: Buffer;

  /** The order that got it; null while it is free. */
  @Column('integer', { name: 'account_id', nullable: true })
  accountId: number | null;

  @Column('text', { name: 'order_id', nullable: true })
  orderId: string | null;

  @Column('timestamptz', { name: 'imported_at' })
  importedAt: Date;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt: Date | null;
}
