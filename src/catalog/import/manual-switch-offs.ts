import type { EntityManager } from 'typeorm';

/**
 * The port through which those who switch products off and on by themselves learn what a file says of them; the
 * fulfillment room stands above this one and implements it.
 */
export abstract class ManualSwitchOffs {
  /** A file says that these are off, even where they were off already. In the import's transaction. */
  abstract keepOff(manager: EntityManager, products: readonly number[]): Promise<void>;
}
