import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

@Entity('categories')
export class HurriedCategory {
  @PrimaryColumn('integer')
  id: number;

  @Column('integer', { name: 'parent_id', nullable: true })
  parentId: number | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  image: string | null;

  @Column('integer')
  position: number;
}

@Entity('products')
export class HurriedProduct {
  @PrimaryColumn('integer')
  id: number;

  @Column('integer', { name: 'category_id' })
  categoryId: number;

  @ManyToOne(() => HurriedCategory)
  @JoinColumn({ name: 'category_id' })
  category: Relation<HurriedCategory>;

  @Column('text')
  name: string;

  @Column('numeric')
  price: string;

  @Column('boolean')
  available: boolean;

  @Column('text', { name: 'product_type' })
  productType: string;

  @Column('json', { name: 'qty_values', nullable: true })
  quantityValues: unknown;

  @Column('json')
  fields: { name: string; required: boolean }[];

  @Column('text', { nullable: true })
  image: string | null;

  @Column('integer')
  position: number;
}

@Entity('accounts')
export class HurriedAccount {
  @PrimaryColumn('integer')
  id: number;

  @Column('text')
  token: string;

  @Column('numeric')
  balance: string;
}

@Entity('orders')
export class HurriedOrder {
  @PrimaryColumn('uuid', { name: 'order_uuid' })
  orderUuid: string;

  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @Column('integer', { name: 'product_id' })
  productId: number;

  @Column('numeric')
  total: string;

  @Column('jsonb')
  fields: Record<string, string>;
}

@Entity('ledger_entries')
export class HurriedEntry {
  @PrimaryColumn('uuid', { name: 'order_uuid' })
  orderUuid: string;

  @PrimaryColumn('integer', { name: 'account_id' })
  accountId: number;

  @Column('numeric')
  amount: string;

  @Column('numeric', { name: 'balance_after' })
  balanceAfter: string;
}
