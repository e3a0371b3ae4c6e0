import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestAccount, TestShop } from '../support/test-shop.js';

/** What the commands are about. */
interface Place {
  readonly shop: TestShop;
  readonly account: TestAccount;
  readonly categoryId: number;
  readonly productId: number;
}

/** Which sides of its change the entry of a command tells; what it makes or tries was not there before. */
type Told = 'both' | 'after' | 'before';

type Words = string[] | Promise<string[]>;

/**
 * The words after the name of each command that changes something and is no operation, or a second one of an operation, so that it
 * succeeds, in the order of the program. The others are walked by test/operations.
 */
export function changingCommands(
  at: () => Place,
): Readonly<Record<string, readonly [told: Told, words: () => Words]>> {
  const newFile = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'souk-')), 'file');
  const file = async (text: string): Promise<string> => {
    const path = await newFile();
    await writeFile(path, text);
    return path;
  };
  const oneRow =
    (statement: string, ...words: string[]) =>
    async (): Promise<string[]> => {
      await at().shop.db.query(statement);
      return words;
    };
  return {
    'group assign': [
      'both',
      async () => {
        await oneRow("INSERT INTO account_groups (name) VALUES ('gold')")();
        return [String(at().account.id), 'gold'];
      },
    ],
    'catalog import': [
      'after',
      async () => [await file('id,category,name,price\n7001,Games,60 UC,0.89\n')],
    ],
    'category move': [
      'both',
      async () => [String(at().categoryId), '--into', String(await at().shop.category())],
    ],
    'codes withdraw': [
      'both',
      async () => {
        await oneRow("INSERT INTO code_stocks (name) VALUES ('uc60')")();
        return ['uc60', await newFile()];
      },
    ],
    'codes rotate': ['after', () => []],
    'visibility show': ['after', () => ['--product', String(at().productId)]],
    'private-host add': ['after', () => ['10.0.0.5:3000']],
    'private-host remove': ['before', () => ['10.0.0.5:3000']],
    'maintenance on': ['both', () => ['--orders']],
    'receipts break': [
      'both',
      oneRow(
        `INSERT INTO history_breaks (old_lineage, signed, signature, key)
         VALUES ('a', '["souk break 1","a","b","c","","d","e"]', 'f', 'g')`,
        ...['--cause', 'the disk failed'],
      ),
    ],
    'request-forms off': ['both', () => []],
    'operator link': ['both', oneRow(BOB, 'bob')],
  };
}

const BOB = `INSERT INTO operators (name, role, password_hash) VALUES ('operator:bob', 'viewer', 'x')`;
