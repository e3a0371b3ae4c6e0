import { shopClock } from '../../../common/shop-clock.js';
import type { Supplier } from './supplier.entity.js';

/** True while nothing new is bought there. */
export function isFrozen({ frozenUntil }: Pick<Supplier, 'frozenUntil'>): boolean {
  return frozenUntil !== null && frozenUntil > shopClock.databaseNow();
}
