import { Injectable } from '@nestjs/common';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import type { ClosedPart } from '../../account/closed-part.js';
import { OperatorSlots } from '../../admin/http/operator-slots.js';
import type { ConsoleRequest } from '../visit/visit.js';

type Asking = Pick<ConsoleRequest, 'operator' | 'inTurn'>;

/** Whether the shop is open, as every page says. Undefined where it cannot be told, or not to the operator. */
@Injectable()
export class ShopState {
  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly slots: OperatorSlots,
  ) {}

  /** A page without it is better than none: it may tell what was done, or what is shown once. */
  async closedFor({ operator, inTurn }: Asking): Promise<ClosedPart | undefined> {
    if (!operator?.may('maintenance.read')) return undefined;
    const read = () => this.maintenance.status();
    return (inTurn ? inTurn(read) : read()).then(
      ({ closed }) => closed,
      () => undefined,
    );
  }

  /** The same for the page of an error, whose request has no slot, or none any more. */
  async closedAfter({ operator }: Asking): Promise<ClosedPart | undefined> {
    if (!operator) return undefined;
    const { operatorId } = operator.principal;
    const inTurn = <T>(read: () => Promise<T>) => this.slots.inTurn(operatorId, read);
    return this.closedFor({ operator, inTurn });
  }
}
