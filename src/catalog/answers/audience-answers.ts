import type { CatalogShapes } from './catalog-shapes.js';
import type { CatalogSnapshot } from '../view/catalog-snapshot.js';
import type { CatalogView } from '../view/catalog-view.js';
import { CatalogAnswer, type AnswerResources } from './catalog-answer.js';
import type { SharedByDigest } from './memory/shared-by-digest.js';
import { ProductItems } from './product-items.js';
import { ProductFragments } from './product-fragments.js';
import type { Rope } from './memory/rope.js';
import type { EventLoopYielder } from './scheduling/event-loop-yielder.js';

/** What makes an answer needs: the view, and products that are rendered already. */
export interface RenderInput {
  readonly view: CatalogView;
  readonly shapes: CatalogShapes;
  /** Whole products. */
  readonly products: ProductFragments;
  /** Products of an answer with `base=1`. */
  readonly baseProducts: ProductFragments;
  /** Whole products one by one, for lists of ids. */
  readonly items: ProductItems;
  /** The same with `base=1`. */
  readonly baseItems: ProductItems;
  readonly yielder: EventLoopYielder;
}

export type Renderer = (making: RenderInput) => Promise<Rope> | Rope;

/** What the answers of all audiences share. */
export interface SharedResources extends AnswerResources {
  readonly shapes: CatalogShapes;
  readonly yielder: EventLoopYielder;
  /** Those that some audience keeps. */
  readonly answers: SharedByDigest<CatalogAnswer>;
}

interface Made {
  /**
   * Of which snapshot it is known to be; changes when a later one turns out to give the same. Weak, since an answer
   * that nobody asks for any more must not keep a whole catalog in memory.
   */
  readonly snapshot: WeakRef<CatalogSnapshot>;
  readonly answer: CatalogAnswer;
}

/** All answers that one audience has asked for. */
export class AudienceAnswers {
  private readonly answers = new Map<string, Made>();
  private readonly products: ProductFragments;
  private readonly baseProducts: ProductFragments;
  private readonly items: ProductItems;
  private readonly baseItems: ProductItems;
  private swept: WeakRef<CatalogSnapshot> | undefined;
  private works = 0;

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

  /** True while something is being made from what is kept here: giving it up would free nothing. */
  get areAtWork(): boolean {
    return this.works > 0;
  }

  /** The answer if it is there and of the view's snapshot. */
  ready(view: CatalogView, name: string): CatalogAnswer | undefined {
    const made = this.answers.get(name);
    return made?.snapshot.deref() === view.snapshot ? made.answer : undefined;
  }

  /** Makes an answer and keeps it, or finds that the one before is still the same. */
  make(view: CatalogView, name: string, renderer: Renderer): Promise<CatalogAnswer> {
    return this.atWork(async () => {
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

  /** The same for one request alone. */
  makeOnce(view: CatalogView, renderer: Renderer): Promise<CatalogAnswer> {
    return this.atWork(
      async () => new CatalogAnswer(await this.rope(view, renderer), this.resources, this.audienceKey),
    );
  }

  /** Gives up everything. */
  clear(): void {
    for (const name of this.answers.keys()) this.forget(name);
    this.keepOnly(() => false);
  }

  private async atWork<Result>(work: () => Promise<Result>): Promise<Result> {
    this.works += 1;
    try {
      return await work();
    } finally {
      this.works -= 1;
    }
  }

  private rope(view: CatalogView, renderer: Renderer): Promise<Rope> | Rope {
    this.sweep(view);
    const { products, baseProducts, items, baseItems } = this;
    const { shapes, yielder } = this.resources;
    return renderer({ view, shapes, products, baseProducts, items, baseItems, yielder });
  }

  /** Gives up what belongs to categories that are gone. */
  private sweep(view: CatalogView): void {
    if (view.snapshot === this.swept?.deref()) return;
    this.swept = new WeakRef(view.snapshot);
    this.keepOnly((id) => view.snapshot.category(id) !== undefined);
  }

  private keepOnly(isThere: (categoryId: number) => boolean): void {
    for (const all of [this.products, this.baseProducts, this.items, this.baseItems]) {
      all.sweep(isThere);
    }
  }

  private forget(name: string): void {
    const made = this.answers.get(name);
    if (!made) return;
    this.answers.delete(name);
    this.resources.answers.release(made.answer);
  }
}
