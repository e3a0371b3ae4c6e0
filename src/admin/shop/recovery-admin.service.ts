import { Injectable } from '@nestjs/common';
import { RestoreSettlementService } from '../../operator/backup/restore-settlement.service.js';
import { settlementLines } from '../../operator/backup/settlement-text.js';
import { SignInReset } from '../../operators/sign-in/sign-in-reset.js';
import { timeText } from '../../operations/answers/shown.js';
import type { SettlementDto } from './shop.dto.js';

/** Settles a database that was recovered by other means than `souk restore`. */
@Injectable()
export class RecoveryAdmin {
  constructor(
    private readonly settlements: RestoreSettlementService,
    private readonly signIns: SignInReset,
  ) {}

  /** Holds back what may be sold or sent twice, and ends all sessions. */
  async start(): Promise<SettlementDto> {
    await this.signIns.ofAll();
    const settlement = await this.settlements.start();
    const { stateOf, codes, orders } = settlement;
    return {
      state_of: timeText(stateOf),
      codes: codes.map(({ stock, held }) => ({ stock, held })),
      waiting_orders: orders.waiting,
      orders_at_suppliers: orders.atSuppliers,
      steps: settlementLines(settlement),
    };
  }
}
