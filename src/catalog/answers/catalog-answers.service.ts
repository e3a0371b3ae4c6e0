import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
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

  constructor(@Inject(CONFIG) { BASE_URL, CATALOG_CACHE_MB }: SoukConfig) {
    this.shapes = new CatalogShapes(BASE_URL);
    this.audiences = new LRUCache({ maxSize: CATALOG_CACHE_MB * MEGABYTE });
  }

  /** @param name of the answer among those of one audience */
  async answer(view: CatalogView, name: string, maker: Maker): Promise<CatalogAnswer> {
    const key = view.audienceKey;
    const audience = this.audiences.get(key) ?? new AudienceAnswers(this.shapes);
    const ready = audience.ready(view, name);
    if (ready) return ready;
    // At once, so that others who ask meanwhile find it.
    this.audiences.set(key, audience, { size: audience.size });
    const answer = await audience.answer(view, name, maker);
    this.audiences.set(key, audience, { size: audience.size });
    return answer;
  }
}
