import { Injectable } from '@nestjs/common';
import {
  behind,
  rarestWord,
  WordSearch,
  type ExaminedItem,
  type WordPlace,
} from '../../database/word-search.js';

/** Which accounts are looked for. */
export interface SoughtAccounts {
  /** Its words begin words of the account. */
  readonly text: string;
  readonly groupId?: number | undefined;
}

/** Reads the words of names, addresses and tags, which a trigger on the accounts writes. */
@Injectable()
export class AccountWordsRepository extends WordSearch<SoughtAccounts> {
  protected rarest({ text }: SoughtAccounts, most: number): Promise<{ word: string }[]> {
    return this.read(RAREST, [text, most]);
  }

  protected after(
    { text, groupId }: SoughtAccounts,
    { sought, word, id }: WordPlace,
    limit: number,
  ): Promise<ExaminedItem[]> {
    return this.read(READ_PAGE, [text, groupId ?? null, sought, word, id, limit]);
  }
}

const RAREST = rarestWord('search_words($1)', 'account_words entry WHERE true');

const WORDS_OF_ACCOUNT = `
  search_words(concat_ws(' ', account.name, account.email, account.phone, account.telegram, account.tags)) own`;

const READ_PAGE = `
  WITH examined AS MATERIALIZED (
    SELECT word, account_id FROM account_words
    WHERE word >= $3 AND word < ${behind('$3::text')} AND (word, account_id) > ($4, $5::integer)
    ORDER BY word, account_id LIMIT $6
  )
  SELECT examined.word, examined.account_id AS id,
         ($2::integer IS NULL OR group_id = $2)
         AND examined.word = (
           SELECT min(own.word COLLATE "C") FROM ${WORDS_OF_ACCOUNT} WHERE starts_with(own.word, $3))
         AND NOT EXISTS (
           SELECT FROM search_words($1) other
           WHERE NOT EXISTS (SELECT FROM ${WORDS_OF_ACCOUNT} WHERE starts_with(own.word, other.word)))
         AS "isAskedFor"
  FROM examined CROSS JOIN LATERAL (
    SELECT * FROM accounts WHERE id = account_id LIMIT 1
  ) account
  ORDER BY examined.word, examined.account_id`;
