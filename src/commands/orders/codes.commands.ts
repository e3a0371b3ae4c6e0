import { createReadStream } from 'node:fs';
import { access, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '../../common/app-error.js';
import { openNewFile } from '../../common/new-file.js';
import { CodeImportService } from '../../fulfillment/codes/code-import.service.js';
import { CodeReleaseService } from '../../fulfillment/codes/code-release.service.js';
import { CodeWithdrawalService } from '../../fulfillment/codes/code-withdrawal.service.js';
import { stockList } from '../../operations/stock/stock.lists.js';
import { stockWarn, toldOfStock } from '../../operations/stock/stock.operations.js';
import { linesOf } from '../../upkeep/backup/lines.js';
import type { AddOwnCommands, OpenShop } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { noteChange, noteChanged } from '../context/noted-change.js';
import { RepeatedCodesService } from '../../upkeep/secrets/repeated-codes.service.js';
import { SecretRotationService } from '../../upkeep/secrets/secret-rotation.service.js';

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly cost?: string;
}

interface ReleaseOptions {
  readonly all?: boolean;
  readonly sold?: string;
  readonly dryRun?: boolean;
}

const CHOOSE =
  'Say what was sold since the state that was restored: --sold FILE with the codes, or --all if none was.';

export const addCodesCommands: AddOwnCommands = (codes, context) => {
  const { terminal, readShop, withShop } = context;
  // By hand: files of any number of codes, which are no part of a request.
  codes
    .command('import')
    .argument('<stock>', 'name of the stock, made when it is new')
    .argument('<file>', 'codes, one a line')
    .description(
      'add codes, which products sell after "souk delivery set"; one that was ever in stock is skipped',
    )
    .option('--cost <usd>', 'what each of these codes was bought for')
    .option('--dry-run', 'only say what would be added')
    .action((stock: string, file: string, { dryRun = false, cost }: ImportOptions) =>
      withShop(async (shop) => {
        await assertReadable(file);
        const lines = linesOf(createReadStream(file));
        const add = () => shop.get(CodeImportService).import(stock, lines, { dryRun, cost });
        const result = await (dryRun ? add() : changeOfStock(shop, stock, add));
        terminal.item({ stock, ...result, dry_run: dryRun });
      }),
    );

  addList(codes, context, stockList, {
    description: 'every stock, and what is left of it',
    whenEmpty: 'There is no stock yet; see "souk codes import".',
  });
  addOperation(codes, context, stockWarn, { arguments: ['warn_below'] });

  codes
    .command('withdraw')
    .argument('<stock>', 'name of a stock')
    .argument('<file>', 'a new file')
    .description('take the free codes out of stock, into a file')
    .action((stock: string, file: string) =>
      withShop(async (shop) => {
        const withdrawal = shop.get(CodeWithdrawalService);
        const withdraw = () => withCodesFile(file, (take) => withdrawal.withdraw(stock, take));
        const withdrawn = await changeOfStock(shop, stock, withdraw);
        terminal.item({ stock, withdrawn, file });
      }),
    );

  codes
    .command('release')
    .argument('<stock>', 'name of a stock')
    .description('sell codes again that are held back after a restore')
    .option('--all', 'none of them was sold since')
    .option('--sold <file>', 'those that were sold since, or their hashes, one a line: not these')
    .option('--dry-run', 'only say what would happen')
    .action((stock: string, { all = false, sold, dryRun = false }: ReleaseOptions) =>
      withShop(async (shop) => {
        if (all === (sold !== undefined)) throw new OperatorError(CHOOSE);
        if (sold !== undefined) await assertReadable(sold);
        const lines = sold === undefined ? undefined : linesOf(createReadStream(sold));
        const release = () => shop.get(CodeReleaseService).release(stock, { sold: lines, dryRun });
        const released = await (dryRun ? release() : changeOfStock(shop, stock, release));
        const { soldAgainBy, ...counts } = released;
        terminal.item({ stock, ...counts, sold_again_by: soldAgainBy.join(' '), dry_run: dryRun });
      }),
    );

  codes
    .command('repeated')
    .description('orders that have got the same code; all delivered codes are read')
    .action(() =>
      readShop(async (shop) => {
        const { pairs, unreadable } = await shop.get(RepeatedCodesService).find();
        terminal.list(
          pairs.map(({ one, other, codes: count }) => ({ order: one, other, codes: count })),
          'No two orders have got the same code.',
        );
        if (unreadable > 0)
          terminal.remark(`${unreadable} orders could not be read; SECRET_KEYS lacks their key.`);
      }),
    );

  codes
    .command('rotate')
    .description('seal all secrets under the first of SECRET_KEYS')
    .action(() =>
      withShop(async (shop) => {
        const rotated = await shop.get(SecretRotationService).rotate();
        noteChanged(shop, null, { ...rotated });
        terminal.item(rotated);
      }),
    );
};

/** Runs a change of a stock, whose counts before and after it are noted in the audit. */
function changeOfStock<T>(shop: OpenShop, stock: string, change: () => Promise<T>): Promise<T> {
  return noteChange(shop, () => toldOfStock((type) => shop.get(type), stock), change);
}

async function assertReadable(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new OperatorError(`The file ${file} cannot be read; check its name and rights.`);
  });
}

/**
 * Lets `work` append codes to a new file that only its owner may read; each call flushes to disk. The file is created
 * with the first codes and stays open, so that all codes go to the same file.
 */
async function withCodesFile<T>(
  path: string,
  work: (take: (codes: readonly string[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  let file: FileHandle | undefined;
  try {
    return await work(async (codes) => {
      try {
        file ??= await openNewFile(path);
        await file.appendFile(`${codes.join('\n')}\n`);
        await file.sync();
      } catch (error) {
        throw notWritten(path, error);
      }
    });
  } finally {
    await file?.close();
  }
}

function notWritten(path: string, error: unknown): OperatorError {
  const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
  return new OperatorError(
    exists
      ? `${path} is there already; name another file.`
      : `${path} cannot be written; check the folder and its rights. The codes are still in stock.`,
    { cause: error },
  );
}
