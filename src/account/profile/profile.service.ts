import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import { jsonNumber, type RawJson } from '../../common/json.js';
import { CURRENCY } from '../../common/money.js';
import { Checkpoints } from '../receipts/checkpoints.service.js';
import type { SignedText } from '../receipts/signed-text.js';
import { LedgerHeads } from '../ledger/ledger-head.repository.js';
import { SpendableBalances } from '../ledger/spendable-balances.js';
import type { Principal } from '../access/principal.js';
import type { ProfileDto } from './profile.dto.js';

/** The profile as it is answered; numbers of entries are exact. */
type ProfileShape = Omit<ProfileDto, 'ledger_sequence'> & {
  readonly ledger_sequence?: RawJson;
  readonly checkpoint?: SignedText;
};

/** Answers `profile`. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly balances: SpendableBalances,
    private readonly heads: LedgerHeads,
    private readonly checkpoints: Checkpoints,
  ) {}

  async of(principal: Principal, hasDetails: boolean): Promise<ProfileShape> {
    const { accountId, name, email } = principal;
    const start = { status: 'OK', id: accountId, name, email } as const;
    if (!hasDetails) {
      return { ...start, balance: await this.balances.of(accountId), currency: CURRENCY };
    }
    const { spendable, sequence, hash } = await this.heads.of(accountId);
    const checkpoint = await this.checkpoints.of(accountId);
    return {
      ...start,
      balance: numericText(spendable),
      currency: CURRENCY,
      ledger_sequence: jsonNumber(sequence),
      ledger_hash: hash.toString('hex'),
      ...(checkpoint && { checkpoint }),
    };
  }
}
