import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { inOrder, type FoundPage, type WordPlace } from '../../database/word-search.js';
import { Account } from '../account.entity.js';
import { AccountWordsRepository, type SoughtAccounts } from './account-words.repository.js';

/** Finds accounts by the beginnings of words of their names and e-mail addresses, in any letter case. */
@Injectable()
export class AccountSearch {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly words: AccountWordsRepository,
  ) {}

  /** At most `limit` accounts that have all words of the text, in the order of the rarest of these words. */
  async page(
    sought: SoughtAccounts,
    after: WordPlace | undefined,
    limit: number,
  ): Promise<FoundPage<Account>> {
    const { ids, next } = await this.words.page(sought, after, limit);
    return { items: inOrder(await this.accounts.findBy({ id: In(ids) }), ids), next };
  }
}
