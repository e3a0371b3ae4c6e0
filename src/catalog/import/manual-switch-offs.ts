import type { EntityManager } from 'typeorm';

/**
 * A port for modules that switch products on and off by themselves; the fulfillment module implements it. It tells them
 * which products the operator wants to stay off.
 */
export abstract class ManualSwitchOffs {
  /** Called in the transaction of an import with the products that the file marks as unavailable. */
  abstract keepOff(manager: EntityManager, products: readonly number[]): Promise<void>;
}
