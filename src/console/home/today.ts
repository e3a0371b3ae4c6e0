import type { WaitingNow } from '../../reports/attention-shapes.js';
import type { NamedOrders } from '../order-rows/latest-orders.js';
import type { SalesPoint } from '../reports/sales-points.js';
import type { DoneSteps } from './first-steps.js';
import type { Needs } from './needs-reading.service.js';

/** What the first page shows. Parts are undefined for those who may not see them. */
export interface Today {
  /** The last days, the present one last. */
  readonly sold: readonly SalesPoint[] | undefined;
  readonly waiting: (WaitingNow & { readonly more: boolean }) | undefined;
  readonly latest: NamedOrders | undefined;
  readonly needs: Needs;
  readonly steps: DoneSteps | undefined;
}
