import { ApiNotPermittedError, MaintenanceError } from '../account.errors.js';
import type { Principal } from './principal.js';

/** @throws ApiNotPermittedError (122), MaintenanceError (130) while new orders alone are closed */
export function assertOrdersOpen({ ordersClosed }: Pick<Principal, 'ordersClosed'>): void {
  if (ordersClosed === 'suspension') throw new ApiNotPermittedError('orders');
  if (ordersClosed === 'maintenance') throw new MaintenanceError('orders');
}
