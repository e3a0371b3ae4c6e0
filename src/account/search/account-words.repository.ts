import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** A place in the list of the accounts of a search. */
export interface AccountPlace {
  /** The word of the search by whose entries the accounts are read. */
  readonly sought: string;
  /** The word of the account that begins with it. */
  readonly word: string;
  readonly id: number;
}

/** An account of which a word was looked at. */
export interface ExaminedAccount extends Omit<AccountPlace, 'sought'> {
  readonly isAskedFor: boolean;
}

/** Which accounts are looked for. */
export interface SoughtAccounts {
  /** Its words begin words of the account. */
  readonly text: string;
  readonly groupId?: number | undefined;
}

/** Reads the words of names and e-mail addresses, which a trigger on the accounts writes. */
@Injectable()
export class AccountWordsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The word of a text that the fewest words of accounts begin with; undefined for a text without a word.
   * @param most words of accounts that are counted for each word
   */
  async rarest(text: string, most: number): Promise<string | undefined> {
    const rows = await this.read<{ word: string }>(RAREST, [text, most]);
    return rows[0]?.word;
  }

  /** The accounts behind a place, by word and id; one that has several of the words is asked for at the first of them. */
  after(
    { text, groupId }: SoughtAccounts,
    { sought, word, id }: AccountPlace,
    limit: number,
  ): Promise<ExaminedAccount[]> {
    const values = [text, groupId ?? null, sought, word, id, limit];
    return this.read<ExaminedAccount>(READ_PAGE, values);
  }

  /** In a transaction, whose statements the database itself ends in time. */
  private read<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    const read = (manager: EntityManager): Promise<Row[]> => manager.query(sql, values);
    return this.database.transaction(read, { readOnly: true });
  }
}

/** Behind all texts that begin with this one: no text has a greater character. */
const behind = (start: string): string => `${start} || chr(1114111)`;

/** More words of a text are not counted. */
const MAX_COUNTED_WORDS = 8;

const RAREST = `
  SELECT sought.word
  FROM (
    SELECT word COLLATE "C" AS word FROM search_words($1) ORDER BY length(word) DESC, word
    LIMIT ${MAX_COUNTED_WORDS}
  ) sought CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM (
      SELECT FROM account_words
      WHERE account_words.word >= sought.word AND account_words.word < ${behind('sought.word')} LIMIT $2
    ) entry
  ) counted
  ORDER BY entries, sought.word LIMIT 1`;

const WORDS_OF_ACCOUNT = `search_words(account.name || ' ' || account.email) own`;

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
