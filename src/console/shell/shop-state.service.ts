import { Injectable } from '@nestjs/common';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import type { ClosedPart } from '../../account/closed-part.js';
import { ShopBranding } from '../../catalog/branding/shop-branding.service.js';
import { OperatorSlots } from '../../admin/http/operator-slots.js';
import type { Frame } from './layout.js';
import type { ExtensionPart } from './navigation.js';
import type { ConsoleRequest } from '../visit/visit.js';

type Asking = Pick<ConsoleRequest, 'operator' | 'inTurn'>;

/** The branding of the shop, and whether it is open. */
type ShownState = Omit<Frame, 'refusal'>;

/** What every page says of the shop. */
@Injectable()
export class ShopState {
  /** Set once, before the first request. */
  extensions: readonly ExtensionPart[] = [];

  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly slots: OperatorSlots,
    private readonly branding: ShopBranding,
  ) {}

  /** A page without it is better than none: it may tell what was done, or what is shown once. */
  async shownFor(asking: Asking): Promise<ShownState> {
    const branding = await this.branding.current();
    const { extensions } = this;
    return { branding, closed: await this.closedFor(asking), extensions };
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
