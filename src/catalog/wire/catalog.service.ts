import { Injectable } from '@nestjs/common';
import { CatalogAnswers } from '../answers/catalog-answers.service.js';
import {
  allBaseProducts,
  allProducts,
  bare,
  content,
  everything,
  flatCategories,
  listed,
  rootCategories,
  rootContent,
  tree,
  wrapped,
  wrappedBaseProducts,
  wrappedProducts,
  type List,
} from '../answers/renderers.js';
import { Rope } from '../answers/memory/rope.js';
import type { RepeatableAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CategoryNotFoundError, ProductNotFoundError } from '../catalog.errors.js';
import type { CatalogView } from '../view/catalog-view.js';
import type { Audience } from '../view/rules.js';
import { VisibilityService } from '../view/visibility.service.js';
import { itemId } from './item-id.js';
import type { ProductsQuery } from './catalog-query.js';

/** A category with at most this many products is rendered within some milliseconds. */
const SMALL_CATEGORY_PRODUCTS = 256;
/** A list of ids is rendered for one request only if it has at most this many characters. */
const SMALL_LIST_CHARACTERS = 64 * 1024;

type FewProducts = ProductsQuery & { readonly ids: readonly number[] };

/** The answers of all catalog routes, each from the view of the caller. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly visibility: VisibilityService,
    private readonly answers: CatalogAnswers,
  ) {}

  async rootCategories(audience: Audience): Promise<RepeatableAnswer> {
    return this.answers.smallAnswer(await this.viewFor(audience), 'categories', rootCategories);
  }

  async flatCategories(audience: Audience): Promise<RepeatableAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'categories/all', flatCategories);
  }

  /** The direct children of a category; 0 is the root. @throws CategoryNotFoundError (109) */
  async content(audience: Audience, categoryId: string): Promise<RepeatableAnswer> {
    const view = await this.viewFor(audience);
    const id = itemId(categoryId);
    if (id === 0) return this.answers.smallAnswer(view, 'content/0', rootContent);
    const path = id === undefined ? undefined : view.pathOf(id);
    if (!path) throw new CategoryNotFoundError();
    const name = `content/${id}`;
    return view.rowsIn(path.category).length <= SMALL_CATEGORY_PRODUCTS
      ? this.answers.smallAnswer(view, name, content(path))
      : this.answers.answer(view, name, content(path));
  }

  /**
   * All products, or those with the given ids.
   * @param isAwaited false once the caller has gone. @throws ProductNotFoundError (109) if none of them is found.
   */
  async products(
    audience: Audience,
    { ids, base }: ProductsQuery,
    isAwaited: () => boolean,
  ): Promise<RepeatableAnswer> {
    const view = await this.viewFor(audience);
    if (ids) return this.few(view, { ids, base }, bare, isAwaited);
    return base
      ? this.answers.answer(view, 'products?base=1', allBaseProducts)
      : this.answers.answer(view, 'products', allProducts);
  }

  /** The same, wrapped in an object. @throws ProductNotFoundError (109) */
  async wrappedProducts(
    audience: Audience,
    { ids, base }: ProductsQuery,
    isAwaited: () => boolean,
  ): Promise<RepeatableAnswer> {
    const view = await this.viewFor(audience);
    if (ids) return this.few(view, { ids, base }, wrapped, isAwaited);
    return base
      ? this.answers.answer(view, 'products-wrapped?base=1', wrappedBaseProducts)
      : this.answers.answer(view, 'products-wrapped', wrappedProducts);
  }

  async tree(audience: Audience): Promise<RepeatableAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'tree', tree);
  }

  async catalog(audience: Audience): Promise<RepeatableAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'catalog', everything);
  }

  /** An answer that is not cached. A large one shares its rendered products with other answers. */
  private async few(
    view: CatalogView,
    query: FewProducts,
    shape: (list: List) => Rope,
    isAwaited: () => boolean,
  ): Promise<RepeatableAnswer> {
    const small = this.smallList(view, query);
    if (small?.count === 0) throw new ProductNotFoundError();
    if (small) return this.answers.onceSmall(view, shape(small));
    const renderer = listed(query, shape, () => new ProductNotFoundError());
    return this.answers.once(view, renderer, isAwaited);
  }

  /** Undefined if the list would be large. */
  private smallList(view: CatalogView, { ids, base }: FewProducts): List | undefined {
    const { shapes } = this.answers;
    const texts: string[] = [];
    let length = 0;
    for (const id of ids) {
      const product = view.listedProduct(id);
      if (!product) continue;
      const text = base ? shapes.baseProductJson(product) : shapes.productJson(product);
      length += text.length;
      if (length > SMALL_LIST_CHARACTERS) return undefined;
      texts.push(text);
    }
    return { list: new Rope().addList(texts), count: texts.length };
  }

  private viewFor(audience: Audience): Promise<CatalogView> {
    return this.visibility.viewFor(audience);
  }
}
