import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Account } from '../account.entity.js';
import {
  AccountWordsRepository,
  type AccountPlace,
  type ExaminedAccount,
  type SoughtAccounts,
} from './account-words.repository.js';

/** Words of accounts that one page looks at. A page that has looked at so many ends there, with what it has found. */
const MAX_EXAMINED = 500;

/** A part of the accounts that a search finds. */
export interface FoundAccountPage {
  readonly items: readonly Account[];
  /** Where the next page begins; null at the end. A page before the end may have few items, or none. */
  readonly next: AccountPlace | null;
}

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
    after: AccountPlace | undefined,
    limit: number,
  ): Promise<FoundAccountPage> {
    const place = after ?? (await this.beginning(sought.text));
    if (!place) return { items: [], next: null };
    const examined = await this.words.after(sought, place, MAX_EXAMINED);
    const found = examined.filter(({ isAskedFor }) => isAskedFor);
    const items = await this.inOrder(found.slice(0, limit));
    return { items, next: nextOf(place.sought, examined, found, limit) };
  }

  private async beginning(text: string): Promise<AccountPlace | undefined> {
    const rarest = await this.words.rarest(text, MAX_EXAMINED);
    return rarest === undefined ? undefined : { sought: rarest, word: '', id: 0 };
  }

  private async inOrder(found: readonly ExaminedAccount[]): Promise<Account[]> {
    const ids = found.map(({ id }) => id);
    const accounts = await this.accounts.findBy({ id: In(ids) });
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** After the last account of a full page, or the last one that was looked at; null if there is no other. */
function nextOf(
  sought: string,
  examined: readonly ExaminedAccount[],
  found: readonly ExaminedAccount[],
  limit: number,
): AccountPlace | null {
  const isFull = found.length > limit;
  const last = isFull ? found[limit - 1] : examined.at(-1);
  return last && (isFull || examined.length === MAX_EXAMINED)
    ? { sought, word: last.word, id: last.id }
    : null;
}
