import type { CatalogShapes } from './catalog-shapes.js';
import type { CatalogSnapshot } from '../view/catalog-snapshot.js';
import type { CatalogView } from '../view/catalog-view.js';
import { CatalogAnswer, type AnswerResources } from './catalog-answer.js';
import type { SharedByDigest } from './memory/shared-by-digest.js';
import { ProductItems } from './product-items.js';
import { ProductFragments } from './product-fragments.js';
import type { Rope } from './memory/rope.js';
import type { EventLoopYielder } from './scheduling/event-loop-yielder.js';

/** The input of a renderer: the view, and caches of rendered products. */
export interface RenderInput {
  readonly view: CatalogView;
  readonly shapes: CatalogShapes;
  /** The complete products of categories. */
  readonly products: ProductFragments;
  /** The same with `id` and `name` only, for `base=1`. */
  readonly baseProducts: ProductFragments;
  /** Single complete products, for lists of ids. */
  readonly items: ProductItems;
  /** The same for `base=1`. */
  readonly baseItems: ProductItems;
  readonly yielder: EventLoopYielder;
}

export type Renderer = (input: RenderInput) => Promise<Rope> | Rope;

/** What all audiences share. */
export interface SharedResources extends AnswerResources {
  readonly shapes: CatalogShapes;
  readonly yielder: EventLoopYielder;
  /** The answers that at least one audience has cached. */
  readonly answers: SharedByDigest<CatalogAnswer>;
}

interface CachedAnswer {
  /**
   * The latest snapshot for which the answer is known to be right. A weak reference, so that an answer that is no longer
   * requested does not keep a whole catalog in memory.
   */
  readonly snapshot: WeakRef<CatalogSnapshot>;
  readonly answer: CatalogAnswer;
}

/** The cached answers of one audience, with the rendered products that they are made of. */
export class AudienceAnswers {
  private readonly answers = new Map<string, CachedAnswer>();
  private readonly products: ProductFragments;
  private readonly baseProducts: ProductFragments;
  private readonly items: ProductItems;
  private readonly baseItems: ProductItems;
  private lastSwept: WeakRef<CatalogSnapshot> | undefined;
  private rendering = 0;

  constructor(
    private readonly resources: SharedResources,
    private readonly audienceKey: string,
  ) {
    const { shapes, memory } = resources;
    this.products = new ProductFragments(shapes.productJson, memory.fragments);
    this.baseProducts = new ProductFragments(shapes.baseProductJson, memory.fragments);
    this.items = new ProductItems(shapes.productJson, memory);
    this.baseItems = new ProductItems(shapes.baseProductJson, memory);
  }

  /** True while an answer is rendered from this cache; to evict the cache would then free no memory. */
  get isRendering(): boolean {
    return this.rendering > 0;
  }

  /** The cached answer, if it is right for the snapshot of the view. */
  ready(view: CatalogView, name: string): CatalogAnswer | undefined {
    const cached = this.answers.get(name);
    return cached?.snapshot.deref() === view.snapshot ? cached.answer : undefined;
  }

  /** Renders an answer and caches it. An equal answer that any audience has cached is used instead of a copy. */
  render(view: CatalogView, name: string, renderer: Renderer): Promise<CatalogAnswer> {
    return this.counted(async () => {
      const rope = await this.rope(view, renderer);
      const digest = rope.digest();
      const { answers } = this.resources;
      const equal = answers.get(digest);
      const answer = answers.hold(
        equal ?? new CatalogAnswer(rope, this.resources, this.audienceKey, digest),
      );
      this.forget(name);
      this.answers.set(name, { snapshot: new WeakRef(view.snapshot), answer });
      return answer;
    });
  }

  /** Renders an answer for one request, without caching it. */
  renderOnce(view: CatalogView, renderer: Renderer): Promise<CatalogAnswer> {
    return this.counted(
      async () =>
        new CatalogAnswer(await this.rope(view, renderer), this.resources, this.audienceKey),
    );
  }

  /** Removes everything. */
  clear(): void {
    for (const name of this.answers.keys()) this.forget(name);
    this.keepOnly(() => false);
  }

  private async counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.rendering += 1;
    try {
      return await work();
    } finally {
      this.rendering -= 1;
    }
  }

  private rope(view: CatalogView, renderer: Renderer): Promise<Rope> | Rope {
    this.sweep(view);
    const { products, baseProducts, items, baseItems } = this;
    const { shapes, yielder } = this.resources;
    return renderer({ view, shapes, products, baseProducts, items, baseItems, yielder });
  }

  /** Removes the products of categories that no longer exist. */
  private sweep(view: CatalogView): void {
    if (view.snapshot === this.lastSwept?.deref()) return;
    this.lastSwept = new WeakRef(view.snapshot);
    this.keepOnly((id) => view.snapshot.category(id) !== undefined);
  }

  private keepOnly(exists: (categoryId: number) => boolean): void {
    for (const all of [this.products, this.baseProducts, this.items, this.baseItems]) {
      all.sweep(exists);
    }
  }

  private forget(name: string): void {
    const cached = this.answers.get(name);
    if (!cached) return;
    this.answers.delete(name);
    this.resources.answers.release(cached.answer);
  }
}
