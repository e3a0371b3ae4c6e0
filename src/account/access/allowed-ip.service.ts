import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
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

  /** Adds an address or range in the caller's transaction; repeating it changes nothing. */
  async add(manager: EntityManager, accountId: number, text: string): Promise<void> {
    await this.accounts.get(accountId, manager);
    const range = ipRange(text);
    await manager
      .getRepository(AllowedIp)
      .createQueryBuilder()
      .insert()
      .values({ accountId, range })
      .orIgnore()
      .execute();
  }

  /** Removes a range in the caller's transaction. @throws MissingError if it is not on the list of the account */
  async remove(manager: EntityManager, accountId: number, text: string): Promise<void> {
    const range = ipRange(text);
    const { affected } = await manager.delete(AllowedIp, { accountId, range });
    if (affected === 1) return;
    throw new MissingError(...sentence('missing.range', { range, account: accountId }));
  }

  /** @throws MissingError if there is no such account */
  async list(
    accountId: number,
    manager: EntityManager = this.allowedIps.manager,
  ): Promise<AllowedIp[]> {
    await this.accounts.get(accountId, manager);
    return manager.find(AllowedIp, { where: { accountId }, order: { range: 'ASC' } });
  }
}
