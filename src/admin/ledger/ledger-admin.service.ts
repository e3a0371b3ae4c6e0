import { Injectable } from '@nestjs/common';
import { LedgerVerificationService } from '../../account/ledger/ledger-verification.service.js';
import { ConflictError } from '../../common/app-error.js';
import { messageKey } from '../../common/message-key.js';
import type { LedgerVerificationDto, LedgerVerificationQuery } from './ledger-verification.dto.js';

const MAX_FAULTS = 100;

/** Verifies ledgers for operators. */
@Injectable()
export class LedgerAdmin {
  private isVerifying = false;

  constructor(private readonly ledgers: LedgerVerificationService) {}

  /**
   * Reads all entries, one verification at a time, since it takes a connection and a part of the processor.
   * @param signal ends it.
   * @throws ConflictError while another one is under way; MissingError if there is no such account
   */
  async verify(
    { account_id: account, until }: LedgerVerificationQuery,
    signal: AbortSignal,
  ): Promise<LedgerVerificationDto> {
    if (this.isVerifying)
      throw new ConflictError('Ledgers are being verified already.', {
        messageKey: messageKey('ledger.verifying', {}),
      });
    this.isVerifying = true;
    try {
      const { faults, ...verdict } = await this.ledgers.verify({
        signal,
        ...(account !== undefined && { accountId: Number(account) }),
        ...(until !== undefined && { until: new Date(until) }),
      });
      return { ...verdict, wrong: faults.length, faults: faults.slice(0, MAX_FAULTS) };
    } finally {
      this.isVerifying = false;
    }
  }
}
