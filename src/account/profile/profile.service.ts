import { Injectable } from '@nestjs/common';
import { CURRENCY } from '../../common/money.js';
import { SpendableBalances } from '../ledger/spendable-balances.js';
import type { Principal } from '../access/principal.js';
import type { ProfileDto } from './profile.dto.js';

/** Answers `profile`. */
@Injectable()
export class ProfileService {
  constructor(private readonly balances: SpendableBalances) {}

  async of({ accountId, name, email }: Principal): Promise<ProfileDto> {
    const balance = await this.balances.of(accountId);
    return { status: 'OK', id: accountId, name, email, balance, currency: CURRENCY };
  }
}
