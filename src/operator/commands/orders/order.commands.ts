import { Option } from 'commander';
import { numericText } from '../../../common/decimal.js';
import type { Fulfillment } from '../../../fulfillment/delivery/fulfillment.entity.js';
import { FulfillmentPlanService } from '../../../fulfillment/delivery/fulfillment-plan.service.js';
import { OrderCloseService } from '../../../orders/order-close.service.js';
import { OrderListService } from '../../../orders/order-list.service.js';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/rules/order-status.js';
import type { Order } from '../../../orders/order.entity.js';
import {
  idArgument,
  limitArgument,
  operatorName,
  type AddCommands,
} from '../../command-context.js';
import type { Row } from '../../terminal.js';
import { codesToDeliver, type CodeSource } from './delivered-codes.js';

interface ListOptions {
  readonly status?: OrderStatus;
  readonly account?: number;
  readonly limit: number;
}

interface AcceptOptions extends CodeSource {
  readonly note?: string;
}

export const addOrderCommands: AddCommands = (order, { terminal, readShop, withShop }) => {
  order
    .command('list')
    .description('orders, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(ORDER_STATUSES))
    .option('--account <id>', 'only of this account', idArgument)
    .option('--limit <n>', 'at most so many', limitArgument, 50)
    .action((options: ListOptions) =>
      readShop(async (shop) => {
        const { account, ...filter } = options;
        const orders = await shop
          .get(OrderListService)
          .list({ ...filter, ...(account !== undefined && { accountId: account }) });
        terminal.list(orders.map(orderRow), 'There is no such order.');
      }),
    );

  order
    .command('show')
    .argument('<order>', 'order id, such as ID_9fffb0d849a45215')
    .description('everything about one order')
    .action((orderId: string) =>
      readShop(async (shop) => {
        const details = await shop.get(OrderListService).get(orderId);
        const delivery = await shop.get(FulfillmentPlanService).progressOf(details);
        terminal.item({ ...orderDetails(details), ...deliveryRow(delivery) });
      }),
    );

  order
    .command('accept')
    .argument('<order>', 'order id')
    .description('mark a waiting order as delivered')
    .option('--codes-file <file>', 'codes to deliver, one a line; - is standard input')
    .option(
      '--code <code>',
      'codes by standard input with -; a code in its place may be seen by others',
      appended,
      [],
    )
    .option('--note <text>', 'for the operator only')
    .action((orderId: string, options: AcceptOptions) =>
      withShop(async (shop) => {
        const codes = await codesToDeliver(options, terminal);
        const { note } = options;
        const accepted = await shop.get(OrderCloseService).accept(orderId, {
          codes,
          actor: operatorName(),
          ...(note !== undefined && { note }),
        });
        terminal.item(orderRow(accepted));
      }),
    );

  order
    .command('reject')
    .argument('<order>', 'order id')
    .description('reject a waiting order; the money goes back at once')
    .requiredOption('--reason <text>', 'for the reseller: in check, webhook and ledger')
    .option('--note <text>', 'for the operator only')
    .action((orderId: string, decision: { reason: string; note?: string }) =>
      withShop(async (shop) => {
        const decisions = shop.get(OrderCloseService);
        terminal.item(
          orderRow(await decisions.reject(orderId, { ...decision, actor: operatorName() })),
        );
      }),
    );
};

function orderRow(order: Order): Row {
  return {
    order: order.orderId,
    created: order.createdAt,
    account: order.accountId,
    status: order.status,
    quantity: numericText(order.quantity),
    total: numericText(order.total),
    fields: JSON.stringify(order.fields),
    product: order.productName,
  };
}

function orderDetails(order: Order): Row {
  return {
    ...orderRow(order),
    product_id: order.productId,
    unit_price: numericText(order.unitPrice),
    order_uuid: order.orderUuid,
    extra: order.extraParameters.map(([name, value]) => `${name}=${value}`).join(' '),
    codes: order.deliveredCodes?.join(' ') ?? null,
    decided: order.decidedAt,
    decided_by: order.decidedBy,
    rehearsal: order.rehearsal,
    reason: order.reasonForReseller,
    note: order.decisionNote,
  };
}

function deliveryRow(delivery: Fulfillment | null): Row {
  if (!delivery) return {};
  return {
    handlers: delivery.steps.map(({ handler }) => handler).join(' '),
    handler: delivery.steps[delivery.step]?.handler ?? null,
    handler_tries: delivery.tries,
    handler_due: delivery.dueAt,
    handler_note: delivery.note,
  };
}

function appended(code: string, codes: readonly string[]): readonly string[] {
  return [...codes, code];
}
