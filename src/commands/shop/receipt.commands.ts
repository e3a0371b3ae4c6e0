import { createReadStream } from 'node:fs';
import { ReceiptCheck } from '../../account/receipts/checking/receipt-check.service.js';
import { SigningKeys } from '../../account/receipts/signing-keys.service.js';
import { CHECKED_RECEIPTS, receiptsCheck } from '../../operations/accounts/receipt-check.js';
import {
  receiptsBreak,
  receiptsKeyReplace,
  SIGNING_KEY,
} from '../../operations/shop/receipt.operations.js';
import { OperatorError } from '../../common/app-error.js';
import { linesOf } from '../../upkeep/backup/lines.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addOperation, runTyped } from '../operations/operation-command.js';

const WHY_FINGERPRINT = `
Whoever has the machine can make another key. Give the fingerprint to resellers by another way than the shop itself, such as
a letter or your website; a key that --compromised has retired proves nothing any more.`;

const NONE =
  'There is no key yet. The first checkpoint or witness makes one, if the server has SECRET_KEYS.';

interface KeyOptions {
  readonly replace?: true;
  readonly reason?: string;
  readonly compromised?: true;
}

export const addReceiptCommands: AddOwnCommands = (receipts, context) => {
  const { terminal, readShop } = context;
  receipts
    .command('key')
    .description('show the key that signs checkpoints and witnesses, or replace it')
    .option('--replace', 'retire it, and make another')
    .option('--reason <text>', 'why; resellers read it')
    .option('--compromised', 'somebody else may have it')
    .addHelpText('after', WHY_FINGERPRINT)
    .action(async ({ replace, reason, compromised }: KeyOptions) => {
      if (replace && reason !== undefined) {
        const given = { reason, ...(compromised && { compromised }) };
        return runTyped(context, receiptsKeyReplace, given);
      }
      if (replace ?? compromised ?? reason !== undefined) {
        throw new OperatorError('A key is replaced by --replace with a --reason.');
      }
      return readShop(async (shop) => {
        const key = (await shop.get(SigningKeys).list()).at(-1);
        if (key) terminal.item({ ...SIGNING_KEY.of(key) });
        else terminal.show(null, NONE);
      });
    });
  addOperation(receipts, context, receiptsBreak);
  // By hand, since its file may be of any size.
  receipts
    .command('check')
    .description(receiptsCheck.summary)
    .argument('<file>', 'each line an entry, an answer or a checkpoint, as JSON')
    .action((path: string) =>
      readShop(async (shop) => {
        const found = CHECKED_RECEIPTS.of(await shop.get(ReceiptCheck).check(linesIn(path)));
        const { checkpoints, ...answer } = found;
        terminal.itemWithLists(answer, { checkpoints });
        if (found.verdict !== 'ours') throw new OperatorError(found.says);
      }),
    );
};

/** @throws OperatorError if the file cannot be read, such as a folder */
async function* linesIn(path: string): AsyncGenerator<string> {
  try {
    yield* linesOf(createReadStream(path));
  } catch {
    throw new OperatorError(`The file ${path} cannot be read; check its name and rights.`);
  }
}
