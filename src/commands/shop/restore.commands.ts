import { BackupService } from '../../upkeep/backup/backup.service.js';
import { settlementLines } from '../../upkeep/backup/settlement-text.js';
import { OperatorManagement } from '../../people/management/operator-management.service.js';
import { settleShop } from '../../operations/shop/recovery.operations.js';
import type { AddCommands } from '../context/command-context.js';
import { missingText } from '../../upkeep/doctor/secret-key-verdict.js';
import { noteChanged } from '../context/noted-change.js';
import { SecretUsageService, type MissingKey } from '../../upkeep/secrets/secret-usage.service.js';

const WHY_SETTLE = `
The shop opens in maintenance of orders, and what may be sold or sent twice is held back until you have settled it. When
a shop moves to another database, stop it before "souk backup", and restore with --nothing-sold-since.`;

const CHECK_OPERATORS =
  'Roles, passwords and tokens of operators are those of the backup, also of those who were disabled ' +
  'since: see "souk operator list".';

function keyDemand(missing: readonly MissingKey[], keyFile: string | undefined): string {
  if (keyFile === undefined) return `${missingText(missing)}.`;
  return `${missingText(missing)}. The old shop's key may also be added as a line of ${keyFile}.`;
}

export const addRestoreCommand: AddCommands = (restore, { terminal, withShop }) => {
  restore
    .option('--nothing-sold-since', 'the shop took no order after the backup: hold nothing back')
    .addHelpText('after', WHY_SETTLE)
    .action((file: string, { nothingSoldSince = false }: { nothingSoldSince?: boolean }) =>
      withShop(async (shop) => {
        const { settlement, ...summary } = await shop
          .get(BackupService)
          .restoreAsOwner(file, { settles: !nothingSoldSince });
        const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
        const { missing, keyFile } = await shop.get(SecretUsageService).usage();
        noteChanged(shop, null, { rows, settlement: settlement ?? null });
        const lines = [`The shop of ${file} is restored, ${rows} rows.`];
        if (missing.length > 0) lines.push(keyDemand(missing, keyFile));
        const operators = await shop.get(OperatorManagement).list();
        if (operators.length > 0) lines.push(CHECK_OPERATORS);
        if (settlement) lines.push(...settlementLines(settlement));
        terminal.show(
          { file, ...summary, missing_keys: missing, settlement: settlement ?? null },
          lines.join('\n'),
        );
      }),
    );
};

/** By hand like `restore`, whose settlement it shows with all its numbers. */
export const addSettleCommand: AddCommands = (settle, { terminal, withShop }) => {
  settle.action(() =>
    withShop(async (shop) => {
      const { settlement, before, after } = await settleShop((type) => shop.get(type));
      noteChanged(shop, before, after);
      terminal.show(settlement, settlementLines(settlement).join('\n'));
    }),
  );
};
