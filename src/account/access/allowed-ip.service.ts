import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { AccountService } from '../account.service.js';
import { AllowedIp } from './allowed-ip.entity.js';
import { ipRange } from '../../common/ip-range.js';

/** Maintains the addresses from which an account may call. */
@Injectable()
export class AllowedIpService {
  constructor(
    @InjectRepository(AllowedIp) private readonly allowedIps: Repository<AllowedIp>,
    private readonly accounts: AccountService,
  ) {}

  /** Adds an address or range; repeating it changes nothing. @returns the range as stored */
  async add(accountId: number, text: string): Promise<string> {
    await this.accounts.get(accountId);
    const range = ipRange(text);
    await this.allowedIps
      .createQueryBuilder()
      .insert()
      .values({ accountId, range })
      .orIgnore()
      .execute();
    return range;
  }

  /** @throws OperatorError if the range is not on the list of the account */
  async remove(accountId: number, text: string): Promise<string> {
    const range = ipRange(text);
    const { affected } = await this.allowedIps.delete({ accountId, range });
    if (affected === 1) return range;
    throw new OperatorError(
      `${range} is not on the list of account ${accountId}; see "souk ip list ${accountId}".`,
    );
  }

  async list(accountId: number): Promise<AllowedIp[]> {
    await this.accounts.get(accountId);
    return this.allowedIps.find({ where: { accountId }, order: { range: 'ASC' } });
  }
}
