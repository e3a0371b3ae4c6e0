import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Not, Repository, type EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { changeMark } from '../../database/change-mark.js';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { checkedCodesPerPiece } from '../codes-per-piece.js';
import { productValues } from './product-values.js';
import { changesFieldOrder } from '../field-order.js';
import type { FulfillmentStep } from '../fulfillment-step.js';
import { itemName } from '../item-name.js';
import { priceText } from '../price-text.js';
import { Product } from '../product.entity.js';

/** What an operator can change in a product without an import. */
export interface ProductSettings {
  readonly name?: string;
  /** USD per unit. */
  readonly price?: string;
  readonly available?: boolean;
  readonly categoryId?: number;
  /** As in a catalog file: unchecked, since the three belong together. */
  readonly productType?: unknown;
  readonly quantityValues?: unknown;
  readonly fields?: unknown;
  /** True where `fields` may change the order of those that stay. */
  readonly reorderFields?: boolean;
  readonly image?: unknown;
  /** As in `Product`. */
  readonly codesPerPiece?: number;
  readonly deliversCodes?: boolean | null;
  /** Order among the products of its category. */
  readonly position?: number;
  /** Deletion is soft, because orders and clients refer to the id; `false` restores the product. */
  readonly deleted?: boolean;
}

/** What a new product needs. */
export type NewProduct = Omit<ProductSettings, 'deleted'> &
  Required<Pick<ProductSettings, 'categoryId' | 'name' | 'price'>>;

/** Which products are listed. */
interface ProductFilter {
  readonly categoryId?: number;
  readonly deleted: boolean;
}

/** What a product is called, and where it stands: its name alone may be that of many. */
export interface NamedProduct {
  readonly id: number;
  readonly name: string;
  /** The name of its category; null if that is deleted. */
  readonly category: string | null;
  /** Its picture, or else that of its category. */
  readonly image: string | null;
}

const NAMED = `
  SELECT product.id, product.name, category.name AS category,
         COALESCE(product.image, category.image) AS image
  FROM products product
  LEFT JOIN categories category ON category.id = product.category_id AND category.deleted_at IS NULL
  WHERE product.id = ANY ($1::integer[])`;

/** Single products, as the operator manages them. */
@Injectable()
export class ProductService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly database: Database,
  ) {}

  /** What the products that have these ids are called, deleted or not, and in which category they stand. */
  named(ids: readonly number[]): Promise<NamedProduct[]> {
    return this.database.manager.query<NamedProduct[]>(NAMED, [ids]);
  }

  /**
   * Changes a product in the caller's transaction.
   * @throws MissingError if there is no such product; OperatorError if a value is invalid.
   */
  async change(manager: EntityManager, id: number, settings: ProductSettings): Promise<void> {
    const before = await this.locked(manager, id);
    const { deleted } = settings;
    const change = {
      ...(await checked(manager, settings, before)),
      ...(deleted !== undefined && { deletedAt: deleted ? () => 'now()' : null }),
    };
    if (change.fields && !settings.reorderFields) assertFieldOrder(before, change.fields);
    if (Object.keys(change).length === 0) throw new OperatorError(...sentence('form.nothing'));
    await manager.update(Product, { id }, change);
  }

  /** The product, which nobody else changes until the transaction ends. @throws MissingError */
  async locked(manager: EntityManager, id: number): Promise<Product> {
    // An import locks the table before it reads rows; whoever has a row first would let both wait for each other.
    await manager.query('LOCK TABLE products IN ROW EXCLUSIVE MODE');
    const lock = { mode: 'for_no_key_update' } as const;
    const product = await manager.findOne(Product, { where: { id }, lock });
    if (product) return product;
    throw noProduct(id);
  }

  /** Creates a product in the caller's transaction, behind the others of its category. @throws MissingError; OperatorError */
  async create(manager: EntityManager, settings: NewProduct): Promise<Product> {
    const row = await checked(manager, { ...NEW, fields: [], ...settings }, NEW);
    const { categoryId } = settings;
    const last = await manager.maximum(Product, 'position', { categoryId });
    const made = { position: (last ?? 0) + 1, fulfillment: [], ...row };
    const { identifiers } = await manager.insert(Product, made);
    return this.get(Number(identifiers[0]?.id), manager);
  }

  /** At most `limit` products with a greater id than `after`, by id. */
  page(after: number, limit: number, { categoryId, deleted }: ProductFilter): Promise<Product[]> {
    return this.products.find({
      where: {
        id: MoreThan(after),
        deletedAt: deleted ? Not(IsNull()) : IsNull(),
        ...(categoryId !== undefined && { categoryId }),
      },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** The products that have these ids, deleted ones as well. */
  several(ids: readonly number[]): Promise<Product[]> {
    return this.products.findBy({ id: In([...new Set(ids)]) });
  }

  /** Sets the handlers of future orders, in the caller's transaction. @throws MissingError */
  async setFulfillment(
    manager: EntityManager,
    id: number,
    steps: readonly FulfillmentStep[],
  ): Promise<void> {
    await this.locked(manager, id);
    await manager.save(Product, { id, fulfillment: [...steps] });
  }

  /**
   * The products on sale of which one of these handlers is asked first, by id, which nobody else changes until the transaction
   * ends. Behind a handler that is missing no other one is asked.
   */
  async firstAskedOf(
    manager: EntityManager,
    handlers: readonly string[],
  ): Promise<Pick<Product, 'id' | 'name'>[]> {
    if (handlers.length === 0) return [];
    await manager.query('LOCK TABLE products IN ROW EXCLUSIVE MODE');
    return manager.query<Pick<Product, 'id' | 'name'>[]>(FIRST_ASKED_OF, [handlers]);
  }

  /** Notes of a product that each of its pieces is a code, unless that was said or noted before. */
  async noteDeliversCodes(id: number): Promise<void> {
    const note = async (manager: EntityManager): Promise<void> => {
      await manager.update(Product, { id, deliversCodes: IsNull() }, { deliversCodes: true });
    };
    // Nobody has changed the product: an order has shown it.
    await changeMark.run('off', () => this.database.transaction(note));
  }

  /** @throws MissingError */
  async get(id: number, manager: EntityManager = this.products.manager): Promise<Product> {
    const product = await manager.findOneBy(Product, { id });
    if (product) return product;
    throw noProduct(id);
  }
}

const FIRST_ASKED_OF = `
  SELECT id, name FROM products
  WHERE available AND deleted_at IS NULL AND fulfillment -> 0 ->> 'handler' = ANY ($1::text[])
  ORDER BY id FOR NO KEY UPDATE`;

const NEW = { productType: 'package', quantityValues: null } as const;

/** The columns that are set. @throws MissingError; OperatorError */
async function checked(
  manager: EntityManager,
  settings: ProductSettings,
  before: Pick<Product, 'productType' | 'quantityValues'>,
) {
  const { name, price, available, categoryId, position } = settings;
  const { codesPerPiece, deliversCodes } = settings;
  if (categoryId !== undefined) await assertCategory(manager, categoryId);
  return {
    ...(name !== undefined && { name: itemName(name) }),
    ...(price !== undefined && { price: priceText(price) }),
    ...(available !== undefined && { available }),
    ...(categoryId !== undefined && { categoryId }),
    ...(position !== undefined && { position }),
    ...(codesPerPiece !== undefined && { codesPerPiece: checkedCodesPerPiece(codesPerPiece) }),
    ...(deliversCodes !== undefined && { deliversCodes }),
    ...productValues(settings, before),
  };
}

/** @throws OperatorError */
function assertFieldOrder(before: Product, fields: Product['fields']): void {
  if (!changesFieldOrder(before.fields, fields)) return;
  throw new OperatorError(...sentence('product.field-order'));
}

/** The category cannot be deleted until the transaction ends. */
async function assertCategory(manager: EntityManager, id: number): Promise<void> {
  const where = { id, deletedAt: IsNull() };
  const lock = { mode: 'for_key_share' } as const;
  if (await manager.findOne(Category, { where, lock })) return;
  throw new MissingError(...sentence('category.unknown', { id }));
}

function noProduct(id: number): MissingError {
  return new MissingError(...sentence('missing.product', { id }));
}
