import { OperatorError } from '../../../common/app-error.js';
import { isRecord, type JsonRecord } from '../../../common/json-values.js';
import { sentence } from '../../../common/sentence.js';
import type { SignedText } from '../signed-text.js';
import { entryIn, eventIn, isPlace, parsed, type FileLink } from './file-links.js';

/** A checkpoint that a file holds, with number and hash of the last link of each chain. */
export interface FileCheckpoint extends SignedText {
  readonly accountId: number;
  readonly event: readonly [number: number, hash: string];
  readonly entry: readonly [number: number, hash: string];
  readonly time: string;
  readonly lineage: string;
}

export type FileItem = FileLink | FileCheckpoint;

const ITEMS_AT_ONCE = 500;
/** Members of the answers of `statement` and `orders/changes`, and of the last line of a file. */
const OF_ANSWERS = new Set(['status', 'data', 'next', 'cursor', 'restarted', 'checkpoint']);

const HEAD = String.raw`"(\d{1,15})","([0-9a-f]{64})"`;
const CHECKPOINT = new RegExp(
  String.raw`^\["souk checkpoint 1","(\d{1,10})",${HEAD},${HEAD},"([-\d]{10}T[\d:.]{15}Z)","(\w*)"\]$`,
);

/**
 * What stands in a file that a reseller has saved: entries of a statement, answers with their items, and checkpoints, 500 at once.
 * @throws OperatorError if a line is none of these, or the file tells of several accounts
 */
export async function* itemsOf(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<FileItem[]> {
  let line = 0;
  let accountId: number | undefined;
  let items: FileItem[] = [];
  for await (const text of lines) {
    line += 1;
    // A byte order mark is white space, too.
    const json = text.trim();
    for (const shown of json === '' ? [] : shownIn(parsed(json))) {
      const item = itemIn(shown);
      if (!item) throw new OperatorError(...sentence('receipts.line', { line }));
      accountId ??= item.accountId;
      if (item.accountId !== accountId) throw new OperatorError(...sentence('receipts.accounts'));
      if (items.push(item) < ITEMS_AT_ONCE) continue;
      yield items;
      items = [];
    }
  }
  if (accountId === undefined) throw new OperatorError(...sentence('receipts.empty'));
  yield items;
}

/** The items of an answer, and the checkpoint beside them, which is null where the shop signs nothing. */
function shownIn(value: unknown): unknown[] {
  const isAnswer = isRecord(value) && Object.keys(value).every((key) => OF_ANSWERS.has(key));
  const { data = [], checkpoint = null } = isAnswer ? value : { data: null };
  if (!Array.isArray(data)) return [value];
  return [...(data as unknown[]), checkpoint].filter((one) => one !== null);
}

function itemIn(shown: unknown): FileItem | undefined {
  if (!isRecord(shown)) return undefined;
  if ('signed' in shown) return checkpointIn(shown);
  return 'receipt' in shown ? eventIn(shown) : entryIn(shown);
}

function checkpointIn({ signed, signature, key }: JsonRecord): FileCheckpoint | undefined {
  if (typeof signed !== 'string' || typeof signature !== 'string') return;
  const [, account, event, eventHash = '', entry, entryHash = '', time = '', lineage = ''] =
    CHECKPOINT.exec(signed) ?? [];
  // An account may have a checkpoint before its first entry and event.
  if (!isPlace(Number(account), 1) || typeof key !== 'string') return;
  if (Number.isNaN(Date.parse(time))) return;
  const heads = { event: [Number(event), eventHash], entry: [Number(entry), entryHash] } as const;
  return { signed, signature, key, accountId: Number(account), ...heads, time, lineage };
}
