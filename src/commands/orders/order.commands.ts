import { Option } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import { OrderCloseService } from '../../orders/order-close.service.js';
import { OrderInquiryService } from '../../orders/order-inquiry.service.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/rules/order-status.js';
import {
  idArgument,
  limitArgument,
  operatorName,
  timeArgument,
  type AddOwnCommands,
} from '../context/command-context.js';
import { csvLines } from '../context/terminal.js';
import { OrderTimeline } from '../../operator/timeline/order-timeline.service.js';
import { closeOrders, DESPITE_PURCHASE, ORDERS_FILE, ordersToClose } from './close-orders.js';
import { codesToDeliver, type CodeSource } from './delivered-codes.js';
import { deliveryRow, ORDER_COLUMNS, orderDetails, orderRow, timelineRow } from './order-rows.js';
import { addFindCommand } from './find.command.js';
import { addPurchaseCommands } from './purchase.commands.js';
import { noOrderDetails, refusalRowsNow } from './refusal-rows.js';
import { refusalList } from '../../operations/orders/refusal.lists.js';
import { addList } from '../operations/list-command.js';
import { addReverseCommand } from './reverse.command.js';

/** Orders in a list, and in a CSV, unless --limit is given. */
const LISTED_ORDERS = 50;
const LISTED_ORDERS_OF_CSV = 100_000;
/** Refused requests that are shown with an order. */
const SHOWN_REFUSALS = 20;

interface ListOptions {
  readonly status?: OrderStatus;
  readonly account?: number;
  readonly product?: number;
  readonly uuid?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly limit?: number;
  readonly csv?: true;
}

interface ShowOptions {
  readonly account?: number;
  readonly timeline?: true;
}

interface AcceptOptions extends CodeSource {
  readonly file?: string;
  readonly note?: string;
  readonly despitePurchase?: true;
  readonly deliverAnyway?: true;
}

interface RejectOptions {
  readonly file?: string;
  readonly reason: string;
  readonly note?: string;
  readonly despitePurchase?: true;
}

export const addOrderCommands: AddOwnCommands = (order, context) => {
  const { terminal, readShop, withShop } = context;
  order
    .command('list')
    .description('orders, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(ORDER_STATUSES))
    .option('--account <id>', 'only of this account', idArgument)
    .option('--product <id>', 'only of this product', idArgument)
    .option('--uuid <order_uuid>', "only under this order_uuid of the reseller's")
    .option('--since <time>', 'placed then or later, such as 2026-01-31T18:00Z', timeArgument)
    .option('--until <time>', 'placed before, such as 2026-02-01', timeArgument)
    .option(
      '--limit <n>',
      `at most so many; ${LISTED_ORDERS} by default, ${LISTED_ORDERS_OF_CSV} with --csv`,
      limitArgument,
    )
    .option('--csv', 'as CSV, for a spreadsheet')
    .action(({ account, product, uuid, csv, ...options }: ListOptions) =>
      readShop(async (shop) => {
        const { limit = csv ? LISTED_ORDERS_OF_CSV : LISTED_ORDERS } = options;
        const filter = {
          ...options,
          ...(account !== undefined && { accountId: account }),
          ...(product !== undefined && { productId: product }),
          limit: limit + 1,
        };
        const orders = await shop.get(OrderListService).list(filter, uuid);
        const rows = orders.slice(0, limit).map(orderRow);
        if (csv) await terminal.csv(csvLines(ORDER_COLUMNS, rows), NO_ORDER);
        else terminal.list(rows, NO_ORDER);
        if (orders.length > limit) terminal.remark('There are more orders; raise --limit.');
      }),
    );

  order
    .command('show')
    .argument('<order>', 'order id, such as ID_9fffb0d849a45215, or an order_uuid')
    .description(
      'everything about one order: was it charged, delivered, and why was it refused or rejected',
    )
    .option('--account <id>', 'only of this account', idArgument)
    .option('--timeline', 'what has happened to the order, oldest first')
    .action((idOrUuid: string, { account, timeline }: ShowOptions) =>
      readShop(async (shop) => {
        const options = { accountId: account, limit: SHOWN_REFUSALS + 1 };
        const inquiry = await shop.get(OrderInquiryService).of(idOrUuid, options);
        const { order: found, refusals } = inquiry;
        const delivery = found && (await shop.get(FulfillmentPlanService).progressOf(found));
        const details = found
          ? { ...orderDetails(found), ...deliveryRow(delivery) }
          : noOrderDetails(inquiry);
        const rows = await refusalRowsNow(shop, refusals.slice(0, SHOWN_REFUSALS));
        const entries =
          found && timeline ? await shop.get(OrderTimeline).of(found.orderId) : undefined;
        terminal.itemWithLists(details, {
          refusals: rows,
          ...(entries && { timeline: entries.map(timelineRow) }),
        });
        if (refusals.length > rows.length) terminal.remark('It was refused more often before.');
      }),
    );

  addFindCommand(order, context);
  addList(order, context, refusalList, {
    whenEmpty: 'There is no such refused order.',
    limit: 50,
  });

  order
    .command('accept')
    .argument('[orders...]', 'order ids')
    .description('mark waiting orders as delivered')
    .option(...ORDERS_FILE)
    .option(
      '--codes-file <file>',
      'codes to deliver with one order, one a line; - is standard input',
    )
    .option(
      '--code <code>',
      'codes by standard input with -; a code in its place may be seen by others',
      appended,
    )
    .option('--note <text>', 'for the operator only')
    .option(...DESPITE_PURCHASE)
    .option(
      '--deliver-anyway',
      'also what another order has got already; without codes, what is held back for that',
    )
    .action((words: string[], options: AcceptOptions) =>
      withShop(async (shop) => {
        const { note, file, code, codesFile, despitePurchase = false } = options;
        const { deliverAnyway = false } = options;
        const hasCodes = code !== undefined || codesFile !== undefined;
        if (hasCodes && (words.length > 1 || file !== undefined)) {
          throw new OperatorError('Codes are for one order; accept each with its own.');
        }
        const orders = await ordersToClose(words, file, terminal);
        const codes = await codesToDeliver(options, terminal);
        const by = { actor: operatorName(), despitePurchase, deliverAnyway };
        const closing = { codes, ...by, ...(note !== undefined && { note }) };
        const closes = shop.get(OrderCloseService);
        await closeOrders(orders, { shop, terminal }, (id) => closes.accept(id, closing));
      }),
    );

  order
    .command('reject')
    .argument('[orders...]', 'order ids')
    .description('reject waiting orders; the money goes back at once')
    .option(...ORDERS_FILE)
    .requiredOption('--reason <text>', 'for the reseller: in check, webhook and ledger')
    .option('--note <text>', 'for the operator only')
    .option(...DESPITE_PURCHASE)
    .action((words: string[], { file, ...decision }: RejectOptions) =>
      withShop(async (shop) => {
        const orders = await ordersToClose(words, file, terminal);
        const closes = shop.get(OrderCloseService);
        const closing = { ...decision, actor: operatorName() };
        await closeOrders(orders, { shop, terminal }, (id) => closes.reject(id, closing));
      }),
    );

  addReverseCommand(order, context);
  addPurchaseCommands(order, context);
};

const NO_ORDER = 'There is no such order.';

function appended(code: string, codes: readonly string[] = []): readonly string[] {
  return [...codes, code];
}
