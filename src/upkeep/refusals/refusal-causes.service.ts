import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import type { CatalogView } from '../../catalog/view/catalog-view.js';
import { explain } from '../../catalog/view/product-explanation.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import type { NotedRefusal } from '../../orders/refusals/refusal-page.js';
import { QuantityNotAvailableError } from '../../orders/rules/orders.errors.js';
import { NOT_SEEN, SHORT_STOCK, SWITCHED_OFF, type RefusalCause } from './refusal-cause.js';

type Refusal = Pick<NotedRefusal, 'id' | 'accountId' | 'productId' | 'code' | 'reason'>;
type OfProduct = Refusal & { readonly productId: number };

/**
 * Tells operators what is behind a refusal that resellers are told little about: the rule that hides a product (109), or
 * the stock that is short (105). It is what holds now, read when it is asked for, so that newOrder does nothing for it.
 */
@Injectable()
export class RefusalCauses {
  constructor(
    private readonly accounts: AccountService,
    private readonly visibility: VisibilityService,
    private readonly revisions: RevisionWatch,
    private readonly products: ProductService,
    private readonly stocks: CodeStockService,
  ) {}

  /** The causes by the ids of the refusals; those of which none can be told are left out. */
  async of(refusals: readonly Refusal[]): Promise<ReadonlyMap<string, RefusalCause>> {
    const known = refusals.filter((one): one is OfProduct => one.productId !== null);
    const hidden = known.filter(({ code }) => code === NOT_SEEN || code === SWITCHED_OFF);
    const short = known.filter(({ code, reason }) => code === SHORT_STOCK && isShortStock(reason));
    const inCatalog = await unlessUnavailable(() => this.inCatalog(hidden));
    return new Map([...inCatalog, ...(await this.inStock(short))]);
  }

  private async inCatalog(refusals: readonly OfProduct[]): Promise<[string, RefusalCause][]> {
    if (refusals.length === 0) return [];
    // An operator who has just changed a rule wants to see what became of it.
    await this.revisions.refresh();
    const accounts = await this.accounts.several(refusals.map(({ accountId }) => accountId));
    const found: [string, RefusalCause][] = [];
    for (const { id: accountId, groupId, showUnavailable, testing } of accounts) {
      const view = await this.visibility.viewFor({ accountId, groupId, showUnavailable, testing });
      for (const refusal of refusals.filter((one) => one.accountId === accountId)) {
        const cause = causeIn(view, refusal.productId);
        if (cause) found.push([refusal.id, cause]);
      }
    }
    return found;
  }

  private async inStock(refusals: readonly OfProduct[]): Promise<[string, RefusalCause][]> {
    if (refusals.length === 0) return [];
    const products = await this.products.several(refusals.map(({ productId }) => productId));
    const names = new Map(products.map(({ id, fulfillment }) => [id, stocksOf(fulfillment)]));
    const levels = await this.stocks.free([...names.values()].flat());
    const byName = new Map(levels.map(({ stock, ...level }) => [stock, level]));
    return refusals.map(({ id, productId }) => {
      const ofProduct = names.get(productId);
      if (!ofProduct) return [id, { kind: 'no-product' }];
      const stocks = ofProduct.map((name) => ({
        name,
        free: byName.get(name)?.free ?? 0,
        held: byName.get(name)?.held ?? 0,
      }));
      return [id, { kind: 'stock', stocks }];
    });
  }
}

/** False where the message says another reason itself. */
function isShortStock(reason: string): boolean {
  return reason === QuantityNotAvailableError.shortStock;
}

/** None while the catalog cannot be read: what was refused is told all the same. */
async function unlessUnavailable(
  read: () => Promise<[string, RefusalCause][]>,
): Promise<[string, RefusalCause][]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TemporarilyUnavailableError) return [];
    throw error;
  }
}

/** Undefined while a policy of an extension does not decide. */
function causeIn(view: CatalogView, productId: number): RefusalCause | undefined {
  try {
    const explained = explain(view, productId);
    if (!explained) return { kind: 'no-product' };
    const { listed, reason, rule } = explained.listing;
    if (!explained.product.available) return { kind: 'off' };
    return listed ? { kind: 'none' } : { kind: 'hidden', reason, rule };
  } catch (error) {
    if (error instanceof TemporarilyUnavailableError) return undefined;
    throw error;
  }
}

/** The stocks that a product is delivered from, in the order in which they are tried. */
function stocksOf(steps: readonly FulfillmentStep[]): string[] {
  const names = steps.flatMap(({ handler, settings: { stock } }) =>
    handler === 'codes' && (typeof stock === 'string' || typeof stock === 'number') ? [stock] : [],
  );
  return [...new Set(names.map(String))];
}
