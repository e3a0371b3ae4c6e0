import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import { OperatorError } from '../../common/app-error.js';
import { OrderTimeline } from '../../upkeep/timeline/order-timeline.service.js';
import { orderAcceptOfSeveral, orderAddCodes } from '../../operations/orders/code.operations.js';
import { orderList } from '../../operations/orders/order.lists.js';
import {
  orderAccept,
  orderReject,
  orderReverse,
} from '../../operations/orders/order.operations.js';
import {
  orderAskAgain,
  orderBuyAgain,
  orderPurchase,
} from '../../operations/orders/purchase.operations.js';
import { refusalList } from '../../operations/orders/refusal.lists.js';
import { OrderInquiryService } from '../../orders/order-inquiry.service.js';
import { idArgument, type AddOwnCommands } from '../context/command-context.js';
import { addList, addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { addDecision } from './close-orders.js';
import { codesOfOrders, codesToDeliver, type CodeSource } from './delivered-codes.js';
import { addFindCommand } from './find.command.js';
import { deliveryRow, orderDetails, timelineRow } from './order-rows.js';
import { noOrderDetails, refusalRowsNow } from './refusal-rows.js';

/** Items of a list that are shown by default. */
const LISTED = 50;
/** Refused requests that are shown with an order. */
const SHOWN_REFUSALS = 20;

interface ShowOptions {
  readonly account?: number;
  readonly timeline?: true;
}

export const addOrderCommands: AddOwnCommands = (order, context) => {
  const { terminal, readShop } = context;
  addList(order, context, orderList, { whenEmpty: 'There is no such order.', limit: LISTED });

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
    limit: LISTED,
  });

  addDecision(order, context, orderAccept, {
    fields: ['codes'],
    add: (command) =>
      command
        .option(
          '--codes-file <file>',
          'codes to deliver with one order, one a line; - is standard input',
        )
        .option(
          '--code <code>',
          'codes by standard input with -; a code in its place may be seen by others',
          appended,
        )
        .option('--codes-by-order <file>', 'CSV of order ids, each with its codes or none'),
    read: async (options: CodeSource & { readonly file?: string }, ...words) => {
      const { code, codesFile, codesByOrder, file } = options;
      if (code === undefined && codesFile === undefined) return {};
      if (words.length > 1 || file !== undefined || codesByOrder !== undefined) {
        throw new OperatorError('Codes are for one order; accept each with its own.');
      }
      return { codes: await codesToDeliver(options, terminal) };
    },
    ofSeveral: orderAcceptOfSeveral,
    rows: ({ codesByOrder }: CodeSource) => codesOfOrders(codesByOrder, terminal),
  });
  addDecision(order, context, orderReject);

  addOperation(order, context, orderAddCodes, {
    own: {
      fields: ['codes'],
      add: (command) =>
        command
          .argument('[codes...]', 'codes; - is standard input, which others cannot see')
          .option('--codes-file <file>', 'codes, one a line; - is standard input'),
      read: async (options: Pick<CodeSource, 'codesFile'>, ...words) => ({
        codes: await codesToDeliver({ ...options, code: words.flat() }, terminal),
      }),
    },
  });
  addOperation(order, context, orderReverse);
  addReading(order, context, orderPurchase);
  addOperation(order, context, orderAskAgain);
  addOperation(order, context, orderBuyAgain, {
    description: `${orderBuyAgain.summary}; "souk order purchase" shows the former one`,
  });
};

function appended(code: string, codes: readonly string[] = []): readonly string[] {
  return [...codes, code];
}
