import { Injectable } from '@nestjs/common';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import type { ClosedPart } from '../../account/closed-part.js';
import type { Branding } from '../../catalog/branding/branding.js';
import { ShopBranding } from '../../catalog/branding/shop-branding.service.js';
import { OperatorSlots } from '../../admin/http/operator-slots.js';
import type { ConsoleRequest } from '../visit/visit.js';

type Asking = Pick<ConsoleRequest, 'operator' | 'inTurn'>;

/** The branding of the shop, and whether it is open. */
interface ShownState {
  readonly branding: Branding;
  /** Undefined where it cannot be told, or not to the operator. */
  readonly closed: ClosedPart | undefined;
}

/** What every page says of the shop. */
@Injectable()
export class ShopState {
  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly slots: OperatorSlots,
    private readonly branding: ShopBranding,
  ) {}

  /** A page without it is better than none: it may tell what was done, or what is shown once. */
  async shownFor(asking: Asking): Promise<ShownState> {
    const branding = await this.branding.current();
    return { branding, closed: await this.closedFor(asking) };
  }

  private async closedFor({ operator, inTurn }: Asking): Promise<ClosedPart | undefined> {
    if (!operator?.may('maintenance.read')) return undefined;
    const read = () => this.maintenance.status();
    return (inTurn ? inTurn(read) : read()).then(
      ({ closed }) => closed,
      () => undefined,
    );
  }

  /** The same for the page of an error, whose request has no slot, or none any more. */
  async shownAfter({ operator }: Asking): Promise<ShownState> {
    if (!operator) return this.shownFor({});
    const { operatorId } = operator.principal;
    const inTurn = <T>(read: () => Promise<T>) => this.slots.inTurn(operatorId, read);
    return this.shownFor({ operator, inTurn });
  }
}
