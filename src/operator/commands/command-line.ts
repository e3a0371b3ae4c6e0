import { Command, CommanderError } from 'commander';
import { AuditService } from '../audit/audit.service.js';
import { actionOf, type OperatorAction } from '../audit/operator-action.js';
import { operatorName, type CommandContext } from '../command-context.js';
import { addAccountCommands } from './accounts/account.commands.js';
import { addAuditCommands } from './shop/audit.commands.js';
import { addBalanceCommands } from './accounts/balance.commands.js';
import { addCatalogCommands } from './catalog/catalog.commands.js';
import { addCodesCommands } from './orders/codes.commands.js';
import { addDeliveryCommands } from './orders/delivery.commands.js';
import { addGroupCommands } from './accounts/group.commands.js';
import { addIpCommands } from './accounts/ip.commands.js';
import { addLedgerCommands } from './accounts/ledger.commands.js';
import { addMaintenanceCommands } from './shop/maintenance.commands.js';
import { addOrderCommands } from './orders/order.commands.js';
import { addPriceCommands } from './catalog/price.commands.js';
import { addProductCommands } from './catalog/product.commands.js';
import { addShopCommands } from './shop/shop.commands.js';
import { addSupplierCommands } from './orders/supplier.commands.js';
import { addTestingCommands } from './shop/testing.commands.js';
import { addTokenCommands } from './accounts/token.commands.js';
import { addVisibilityCommands } from './catalog/visibility.commands.js';
import { addWebhookCommands } from './accounts/webhook.commands.js';

const GROUPS = [
  addAccountCommands,
  addTokenCommands,
  addIpCommands,
  addBalanceCommands,
  addLedgerCommands,
  addGroupCommands,
  addCatalogCommands,
  addProductCommands,
  addDeliveryCommands,
  addCodesCommands,
  addSupplierCommands,
  addPriceCommands,
  addVisibilityCommands,
  addOrderCommands,
  addWebhookCommands,
  addMaintenanceCommands,
  addTestingCommands,
  addAuditCommands,
  addShopCommands,
];

const EXAMPLES = `
Examples:
  souk account create "Acme Games"
  souk token issue 1 --label bot --expires 90d
  souk balance deposit 1 250 --ref invoice-1001
  souk catalog import catalog.csv --dry-run
  souk visibility hide --category 12 --account 1
  souk price set --group vip --all --percent -5
  souk order list --status wait
  souk order accept ID_9fffb0d849a45215 --codes-file codes.txt
  souk backup souk-2026-01-31.backup`;

/** Exit codes of the command line. */
export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** The `souk` program with all its commands. */
export function buildProgram(context: CommandContext): Command {
  const { terminal } = context;
  let action: OperatorAction | undefined;
  const program = new Command('souk')
    .description('Run a Souk shop from the command line.')
    .option('--json', 'answer as one JSON document')
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (command, chosen) => {
      terminal.json = command.opts<{ json?: true }>().json ?? false;
      action = actionOf(chosen);
    });
  const audited = auditedContext(context, () => action);
  for (const addCommands of GROUPS) addCommands(program, audited);
  for (const command of [program, ...descendants(program)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.streams.stdout.write(text),
      writeErr: (text) => terminal.streams.stderr.write(text),
    });
  }
  return program;
}

/** The one place where a change by an operator is audited, so that no command can forget it. */
function auditedContext(
  { terminal, withShop }: CommandContext,
  actionOfNow: () => OperatorAction | undefined,
): CommandContext {
  return {
    terminal,
    withShop: (work, options) =>
      withShop((shop) => {
        const action = actionOfNow();
        if (!action) return work(shop);
        return shop.get(AuditService).during(operatorName(), action, () => work(shop));
      }, options),
  };
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Runs one command. Failures that are the operator's to solve are thrown on to the caller, who knows the words.
 * @param words what stands behind `souk` on the command line.
 */
export async function runCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  try {
    await buildProgram(context).parseAsync([...words], { from: 'user' });
    return EXIT_OK;
  } catch (error) {
    // Commander has already said what is wrong with the words, or has shown the help that was asked for.
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
}
