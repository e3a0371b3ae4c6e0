import { Readable } from 'node:stream';
import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BasePriceService } from '../../../src/catalog/editing/base-price.service.js';
import {
  CategoryService,
  type CategoryChange,
} from '../../../src/catalog/editing/category.service.js';
import { ListingService } from '../../../src/catalog/listing/listing.service.js';
import type { Listing } from '../../../src/catalog/listing/listing.js';
import { ProductService } from '../../../src/catalog/editing/product.service.js';
import { PriceRuleService } from '../../../src/catalog/rules/price-rule.service.js';
import type { RuleFor, RuleOn } from '../../../src/catalog/rules/rule-key.js';
import { VisibilityRuleService } from '../../../src/catalog/rules/visibility-rule.service.js';
import { Database } from '../../../src/database/database.js';
import {
  ruleAudience,
  ruleTarget,
  someId,
  somePercentage,
  somePrice,
  type ChangeContext,
  type ChangeKind,
} from './change-kinds.js';

/** The services that commands use. */
export interface ShopServices {
  get<T>(type: Type<T>): T;
}

export interface OperatorContext extends ChangeContext {
  readonly services: ShopServices;
}

const PRODUCTS_OF_A_LISTING = 12;

/** What commands and the sync of a supplier do, by the same services. */
export const OPERATOR_CHANGES: readonly ChangeKind<OperatorContext>[] = [
  {
    name: 'visibility hide or show',
    weight: 4,
    run: (context) => {
      const rules = context.services.get(VisibilityRuleService);
      const [audience, target] = [audienceOf(context, true), targetOf(context)];
      const visible = context.random.chance(0.5);
      return change(context, (manager) => rules.set(audience, target, visible, manager));
    },
  },
  {
    name: 'visibility clear',
    weight: 1,
    run: (context) => {
      const rules = context.services.get(VisibilityRuleService);
      const [audience, target] = [audienceOf(context, true), targetOf(context)];
      return change(context, (manager) => rules.clear(audience, target, manager));
    },
  },
  {
    name: 'price set',
    weight: 3,
    run: (context) => {
      const on = targetOf(context);
      const setting =
        on.productId !== undefined && context.random.chance(0.5)
          ? { fixedPrice: somePrice(context.random) }
          : { percentage: somePercentage(context.random) };
      const rules = context.services.get(PriceRuleService);
      const audience = audienceOf(context, false);
      return change(context, (manager) => rules.set(audience, on, setting, manager));
    },
  },
  {
    name: 'price base',
    weight: 1,
    run: ({ services, random, shop }) =>
      services
        .get(BasePriceService)
        .changeByPercent(
          { categoryId: someId(random, shop.categories) },
          random.pick(['7', '-6.5']),
          {
            dryRun: false,
          },
        ),
  },
  {
    name: 'product set',
    weight: 3,
    run: (context) => {
      const { services, random, shop } = context;
      const id = someId(random, shop.products);
      const settings = {
        ...(random.chance(0.4) && { price: somePrice(random) }),
        ...(random.chance(0.4) && { available: random.chance(0.7) }),
        ...(random.chance(0.4) && { deleted: random.chance(0.2) }),
      };
      const products = services.get(ProductService);
      return change(context, (manager) => products.change(manager, id, settings));
    },
  },
  {
    name: 'category create',
    weight: 0.3,
    run: async (context) => {
      const { services, random, shop } = context;
      const above = someId(random, shop.categories);
      const categories = services.get(CategoryService);
      const { id } = await change(context, (manager) =>
        categories.create(manager, 'Created', above),
      );
      shop.categories.push(id);
    },
  },
  {
    name: 'category rename',
    weight: 1,
    run: (context) =>
      changeCategory(context, ({ random }) => ({ name: `Renamed ${random.between(1, 99)}` })),
  },
  {
    name: 'category move',
    weight: 2,
    run: (context) =>
      changeCategory(context, ({ random, shop }) => ({
        parentId: random.chance(0.2) ? null : someId(random, shop.categories),
      })),
  },
  { name: 'supplier', weight: 1, run: followSupplier },
  { name: 'supplier gone', weight: 0.5, run: switchOff },
];

function change<T>(
  { services }: OperatorContext,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return services.get(Database).transaction(work);
}

function audienceOf(context: ChangeContext, everyone: boolean): RuleFor {
  const [accountId, groupId] = ruleAudience(context, everyone);
  return { ...(accountId !== null && { accountId }), ...(groupId !== null && { groupId }) };
}

function targetOf(context: ChangeContext): RuleOn {
  const [categoryId, productId] = ruleTarget(context);
  return { ...(categoryId !== null && { categoryId }), ...(productId !== null && { productId }) };
}

/** A supplier's catalog: some products that exist follow it, and one is new. */
async function followSupplier({ services, random, shop }: OperatorContext): Promise<void> {
  const listing = services.get(ListingService);
  const known = Array.from({ length: PRODUCTS_OF_A_LISTING }, () => someId(random, shop.products));
  const category = someId(random, shop.categories);
  const listings = [...new Set(known), null].map((productId, key) =>
    listed(key, productId, category, random),
  );
  await services.get(Database).transaction(async (manager) => {
    await listing.lock(manager);
    if (!(await listing.isCategory(manager, category))) return;
    await listing.stage(manager, Readable.from([listings]));
    await listing.applyStaged(manager, await listing.changes(manager));
  });
}

async function changeCategory(
  context: OperatorContext,
  changeOf: (context: OperatorContext) => CategoryChange,
): Promise<void> {
  const { services, random, shop } = context;
  const id = someId(random, shop.categories);
  const change = changeOf(context);
  await services
    .get(Database)
    .transaction((manager) => services.get(CategoryService).change(manager, id, change));
}

async function switchOff({ services, random, shop }: OperatorContext): Promise<void> {
  const products = [someId(random, shop.products), someId(random, shop.products)];
  await services
    .get(Database)
    .transaction((manager) => services.get(ListingService).switchOff(manager, products));
}

function listed(
  key: number,
  productId: number | null,
  category: number,
  random: OperatorContext['random'],
): Listing {
  return {
    key,
    category_id: category,
    name: `Listed ${key}`,
    price: somePrice(random),
    available: true,
    product_type: random.chance(0.5) ? 'amount' : 'package',
    qty_values: { min: '1', max: String(random.between(1, 9)) },
    fields: [],
    image: null,
    position: 0,
    fulfillment: [],
    product_id: productId,
    left_out: false,
    is_new: productId === null,
    follows: random.chance(0.7),
    returns: random.chance(0.5),
  };
}
