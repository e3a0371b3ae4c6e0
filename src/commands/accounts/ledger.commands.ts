import { LedgerVerificationService } from '../../account/ledger/ledger-verification.service.js';
import { OperatorError } from '../../common/app-error.js';
import { idArgument, timeArgument, type AddCommands } from '../context/command-context.js';

export const addLedgerCommands: AddCommands = (ledger, { terminal, readShop }) => {
  ledger
    .command('verify')
    .description('recompute every ledger and name the first bad entry of each bad account')
    .option('--account <id>', 'only this account', idArgument)
    .option('--until <time>', 'digest only what was written before this time', timeArgument)
    .action(({ account, until }: { account?: number; until?: Date }) =>
      readShop(async (shop) => {
        const verdict = await shop.get(LedgerVerificationService).verify({
          ...(account !== undefined && { accountId: account }),
          ...(until !== undefined && { until }),
        });
        const { accounts, entries, faults, digest } = verdict;
        const walked = `${entries} entries of ${accounts} accounts`;
        const text = [...faults, `${walked}\ndigest: ${digest}`].join('\n');
        terminal.show(verdict, faults.length === 0 ? `All is sound: ${text}` : text);
        if (faults.length === 0) return;
        throw new OperatorError(
          `${faults.length} of ${accounts} ledgers ${faults.length === 1 ? 'is' : 'are'} wrong; see "What an auditor can check" in docs/ledger.md.`,
        );
      }),
    );
};
