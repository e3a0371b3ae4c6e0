import type { Command } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { OrderReversal, type Reversal } from '../../orders/reversal/order-reversal.service.js';
import type { AskedAmount } from '../../orders/reversal/reversal-decision.js';
import { AuditService } from '../../operator/audit/audit.service.js';
import { operatorName, type AuditedContext } from '../context/command-context.js';
import type { Row } from '../context/terminal.js';

interface ReverseOptions {
  readonly amount?: string;
  readonly all?: true;
  readonly reason: string;
  readonly ref: string;
}

/** Adds `souk order reverse`. */
export function addReverseCommand(order: Command, { terminal, withShop }: AuditedContext): void {
  order
    .command('reverse')
    .argument('<order>', 'order id of an accepted order')
    .description('pay an accepted order back, whole or in part; it stays accepted')
    .option('--amount <usd>', 'USD, such as 2.5')
    .option('--all', 'all that was not paid back yet')
    .requiredOption('--reason <text>', 'for the reseller: in webhook and ledger')
    .requiredOption(
      '--ref <text>',
      'your reference, which the reseller reads; under it, the same is paid once only',
    )
    .action((orderId: string, options: ReverseOptions) =>
      withShop(async (shop) => {
        const { reason, ref: reference } = options;
        const request = { ...askedAmount(options), reason, reference, actor: operatorName() };
        const reversed = await shop.get(OrderReversal).reverse(orderId, request);
        const { reversal, isRepeated, before, after } = reversed;
        shop.get(AuditService).note({ before, after });
        terminal.item(reversalRow(reversal));
        if (isRepeated) terminal.remark('This was paid back before, under the same reference.');
      }),
    );
}

function askedAmount({ amount, all }: ReverseOptions): AskedAmount {
  if (amount !== undefined && all === undefined) return { amount };
  if (all && amount === undefined) return { all };
  throw new OperatorError('Say how much to pay back: either --amount or --all.');
}

function reversalRow(reversal: Reversal): Row {
  return {
    order: reversal.orderId,
    account: reversal.accountId,
    total: reversal.total,
    amount: reversal.amount,
    refunded: reversal.refunded,
    balance: reversal.balance,
    ref: reversal.reference,
    reason: reversal.reason,
    time: reversal.createdAt,
  };
}
