import { Injectable } from '@nestjs/common';
import { CatalogAnswer } from '../answers/catalog-answer.js';
import { CatalogAnswers } from '../answers/catalog-answers.service.js';
import {
  allBaseProducts,
  allProducts,
  bare,
  content,
  everything,
  flatCategories,
  rootCategories,
  rootContent,
  tree,
  wrapped,
  wrappedBaseProducts,
  wrappedProducts,
  type List,
} from '../answers/makers.js';
import { Rope } from '../answers/rope.js';
import type { StandingAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CategoryNotFoundError, ProductNotFoundError } from '../catalog.errors.js';
import type { CatalogView } from '../view/catalog-view.js';
import type { Audience } from '../view/rules.js';
import { VisibilityService } from '../view/visibility.service.js';
import { itemId, type ProductsQuery } from './catalog-query.js';

/** The catalog in every shape of the wire, each answer from the caller's view. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly visibility: VisibilityService,
    private readonly answers: CatalogAnswers,
  ) {}

  async rootCategories(audience: Audience): Promise<StandingAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'categories', rootCategories);
  }

  async flatCategories(audience: Audience): Promise<StandingAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'categories/all', flatCategories);
  }

  /** Direct children of a category; 0 is the root. @throws CategoryNotFoundError (109) */
  async content(audience: Audience, categoryId: string): Promise<StandingAnswer> {
    const view = await this.viewFor(audience);
    const id = itemId(categoryId);
    if (id === 0) return this.answers.answer(view, 'content/0', rootContent);
    const path = id === undefined ? undefined : view.pathOf(id);
    if (!path) throw new CategoryNotFoundError();
    return this.answers.answer(view, `content/${id}`, content(path));
  }

  /** All products, or the ones asked for. @throws ProductNotFoundError (109) when none of those is found. */
  async products(audience: Audience, { ids, base }: ProductsQuery): Promise<StandingAnswer> {
    const view = await this.viewFor(audience);
    if (ids) return this.few(view, bare(this.found(view, ids, base)));
    return base
      ? this.answers.answer(view, 'products?base=1', allBaseProducts)
      : this.answers.answer(view, 'products', allProducts);
  }

  /** The same in an object. @throws ProductNotFoundError (109) */
  async wrappedProducts(audience: Audience, { ids, base }: ProductsQuery): Promise<StandingAnswer> {
    const view = await this.viewFor(audience);
    if (ids) return this.few(view, wrapped(this.found(view, ids, base)));
    return base
      ? this.answers.answer(view, 'products-wrapped?base=1', wrappedBaseProducts)
      : this.answers.answer(view, 'products-wrapped', wrappedProducts);
  }

  async tree(audience: Audience): Promise<StandingAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'tree', tree);
  }

  async catalog(audience: Audience): Promise<StandingAnswer> {
    return this.answers.answer(await this.viewFor(audience), 'catalog', everything);
  }

  /** An answer that is not kept. */
  private few(view: CatalogView, rope: Rope): StandingAnswer {
    return this.answers.standing(view, new CatalogAnswer(rope));
  }

  private viewFor(audience: Audience): Promise<CatalogView> {
    return this.visibility.viewFor(audience);
  }

  private found(view: CatalogView, ids: readonly number[], base: boolean): List {
    const products = ids.flatMap((id) => view.listedProduct(id) ?? []);
    if (products.length === 0) throw new ProductNotFoundError();
    const { shapes } = this.answers;
    const texts = products.map((product) =>
      base ? shapes.baseProductJson(product) : shapes.productJson(product),
    );
    return { list: new Rope().addList(texts), count: products.length };
  }
}
