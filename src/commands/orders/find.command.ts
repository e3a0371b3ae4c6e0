import type { Command } from 'commander';
import { FOUND_ORDER } from '../../operations/orders/order-search.lists.js';
import {
  MAX_FOUND,
  OrderSearch,
  type FoundOrder,
  type OrderFindings,
} from '../../orders/search/order-search.service.js';
import {
  idArgument,
  limitArgument,
  timeArgument,
  type AuditedContext,
} from '../context/command-context.js';
import type { Row, Terminal } from '../context/terminal.js';
import { STANDARD_INPUT, typedLines } from '../context/typed-lines.js';
import { answerRow } from '../operations/answer-row.js';
import { refusalRowsNow } from './refusal-rows.js';

/** Orders, unless --limit is given. */
const FOUND_ORDERS = 50;

interface FindOptions {
  readonly account?: number;
  readonly since?: Date;
  readonly until?: Date;
  readonly limit?: number;
}

/** Adds `order find`. */
export function addFindCommand(order: Command, { terminal, readShop }: AuditedContext): void {
  order
    .command('find')
    .argument('<text>', 'order id, order_uuid, player id or other field, or a code; - asks for it')
    .description('orders by whatever is known of them, newest first')
    .option('--account <id>', 'only of this account', idArgument)
    .option('--since <time>', 'placed then or later, such as 2026-01-31T18:00Z', timeArgument)
    .option('--until <time>', 'placed before, such as 2026-02-01', timeArgument)
    .option(
      '--limit <n>',
      `at most so many, up to ${MAX_FOUND}; ${FOUND_ORDERS} by default`,
      limitArgument,
    )
    .action((word: string, { account, since, until, limit = FOUND_ORDERS }: FindOptions) =>
      readShop(async (shop) => {
        const [text = ''] =
          word === STANDARD_INPUT ? await typedLines(word, 'text', terminal) : [word];
        const range = { from: since?.toISOString(), to: until?.toISOString() };
        const options = { accountId: account, ...range, withValues: true, limit };
        const findings = await shop.get(OrderSearch).find(text, options);
        showFindings(terminal, findings, await refusalRowsNow(shop, findings.refusals));
      }),
    );
}

function showFindings(terminal: Terminal, findings: OrderFindings, refusals: Row[]): void {
  const { orders, sealedFor } = findings;
  const lists = { orders: orders.items.map(rowOf), refusals };
  terminal.itemWithLists({ found: orders.items.length, sealed_for: sealedFor.join(' ') }, lists);
  if (orders.next) terminal.remark('There are more orders; raise --limit, or give --until.');
  const remark = coverageText(findings);
  if (remark !== undefined) terminal.remark(remark);
}

/** What was not searched. */
function coverageText({ valuesSearched }: OrderFindings): string | undefined {
  switch (valuesSearched) {
    case 'no key':
      return 'Fields and codes were not searched: this needs a secret key in SECRET_KEYS.';
    case 'some':
      return 'Fields and codes of some earlier orders were not searched: the servers are still reading them.';
    case 'all':
    case 'not allowed':
      return undefined;
  }
}

function rowOf(order: FoundOrder): Row {
  return answerRow(FOUND_ORDER.type, FOUND_ORDER.of(order));
}
