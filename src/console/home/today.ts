import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import type { WaitingNow } from '../../reports/attention-shapes.js';
import type { Names } from '../shell/thing-naming.service.js';
import type { DoneSteps } from './first-steps.js';
import type { Needs } from './needs-reading.service.js';
import type { SoldDay } from './sold-days.js';

/** What the first page shows. Parts are undefined for those who may not see them. */
export interface Today {
  /** The last days, the present one last. */
  readonly sold: readonly SoldDay[] | undefined;
  readonly waiting: (WaitingNow & { readonly more: boolean }) | undefined;
  readonly latest: { readonly orders: readonly ShopOrderDto[]; readonly names: Names } | undefined;
  readonly needs: Needs;
  readonly steps: DoneSteps | undefined;
}
