import { Get } from '@nestjs/common';
import { CurrentTimeLimit } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { Parameters } from '../http/query.js';
import { LedgerAdmin } from './ledger-admin.service.js';
import { LedgerVerificationDto, LedgerVerificationQuery } from './ledger-verification.dto.js';

@AdminController('Balances')
export class LedgerVerificationController {
  constructor(private readonly ledgers: LedgerAdmin) {}

  @Get('ledger/verification')
  @AdminRoute({
    name: 'ledger-verify',
    permission: 'ledger.verify',
    summary: 'Recompute ledgers, name the first bad entry of each wrong one, and make the digest',
    query: LedgerVerificationQuery,
    answer: LedgerVerificationDto,
  })
  verify(
    @Parameters(LedgerVerificationQuery) query: LedgerVerificationQuery,
    @CurrentTimeLimit() timeLimit: AbortSignal,
  ): Promise<LedgerVerificationDto> {
    return this.ledgers.verify(query, timeLimit);
  }
}
