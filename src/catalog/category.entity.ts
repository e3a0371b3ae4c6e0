import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A node of the catalog tree. */
@Entity('categories')
export class Category {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** Null for a root category. */
  @Column('integer', { name: 'parent_id', nullable: true })
  parentId: number | null;

  @Column('text')
  name: string;

  /** An absolute URL, or a path below the shop's base URL; null for the placeholder. */
  @Column('text', { nullable: true })
  image: string | null;

  /** Order among its siblings. */
  @Column('integer')
  position: number;

  /** True if only testing accounts see it; orders of products below it are test orders. */
  @Column('boolean', { name: 'testing_only' })
  testingOnly: boolean;

  @Column('boolean')
  demo: boolean;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
