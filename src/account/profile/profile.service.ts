import { Injectable } from '@nestjs/common';
import { CURRENCY } from '../../common/money.js';
import { BalanceService } from '../ledger/balance.service.js';
import type { Principal } from '../access/principal.js';
import type { ProfileDto } from './profile.dto.js';

/** What an account learns about itself. */
@Injectable()
export class ProfileService {
  constructor(private readonly balances: BalanceService) {}

  async of({ accountId, name, email }: Principal): Promise<ProfileDto> {
    const { spendable } = await this.balances.of(accountId);
    return { status: 'OK', id: accountId, name, email, balance: spendable, currency: CURRENCY };
  }
}
