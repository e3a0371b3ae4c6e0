import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { StandingAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import type { CatalogView } from '../view/catalog-view.js';
import { AudienceAnswers, type Maker } from './audience-answers.js';
import type { CatalogAnswer } from './catalog-answer.js';
import { CatalogShapes } from './catalog-shapes.js';

const MEGABYTE = 1024 * 1024;

/**
 * The answers that have been asked for, one set for all accounts that see the same at the same prices. The sets that
 * were asked for least recently are given up when all of them take more memory than they may.
 */
@Injectable()
export class CatalogAnswers {
  readonly shapes: CatalogShapes;
  private readonly audiences: LRUCache<string, AudienceAnswers>;
  private readonly most: number;
  /** Bytes for which each set is counted. */
  private readonly counted = new WeakMap<AudienceAnswers, number>();

  constructor(
    @Inject(CONFIG) { BASE_URL, CATALOG_CACHE_MB }: SoukConfig,
    private readonly revisions: RevisionWatch,
  ) {
    this.shapes = new CatalogShapes(BASE_URL);
    this.most = CATALOG_CACHE_MB * MEGABYTE;
    this.audiences = new LRUCache({ maxSize: this.most });
  }

  /** Bytes of memory that all sets take together. */
  get size(): number {
    return this.audiences.calculatedSize;
  }

  /** @param name of the answer among those of one audience */
  async answer(view: CatalogView, name: string, maker: Maker): Promise<StandingAnswer> {
    const key = view.audienceKey;
    const audience = this.audiences.get(key) ?? new AudienceAnswers(this.shapes);
    // At once, so that others who ask meanwhile find it.
    if (!this.audiences.has(key)) this.keep(key, audience);
    const answer = audience.ready(view, name) ?? (await audience.answer(view, name, maker));
    // Also one that was ready: its compressed forms come later.
    if (this.counted.get(audience) !== audience.size) this.keep(key, audience);
    return this.standing(view, answer);
  }

  /** An answer from this view, right as long as the catalog is what the view shows. */
  standing({ revision }: CatalogView, answer: CatalogAnswer): StandingAnswer {
    return new StandingAnswer(answer, {
      holds: () => this.revisions.fresh?.catalog === revision,
    });
  }

  /** A set that is larger than all may be is kept alone: without it every request would make it anew. */
  private keep(key: string, audience: AudienceAnswers): void {
    // The size of what is there already would stay what it was.
    this.audiences.delete(key);
    this.audiences.set(key, audience, { size: Math.min(audience.size, this.most) });
    this.counted.set(audience, audience.size);
  }
}
