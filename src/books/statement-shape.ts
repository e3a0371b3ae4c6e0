import { COMMITMENT_COLUMNS, entryShape, LEDGER_COLUMNS } from '../account/ledger/entry-shape.js';
import type { StatementEntry } from '../account/ledger/statement.repository.js';
import { jsonNumber } from '../common/json.js';
import type { CsvColumns } from '../common/csv.js';

export const STATEMENT_COLUMNS: CsvColumns = {
  ...LEDGER_COLUMNS,
  order_uuid: 'text',
  product_name: 'text',
  ...COMMITMENT_COLUMNS,
};

/** A ledger entry in the statement: all that its hash covers, and the order that it belongs to. */
export function statementShape(entry: StatementEntry) {
  return {
    ...entryShape(entry),
    account_id: jsonNumber(entry.accountId),
    sequence: jsonNumber(entry.sequence),
    order_uuid: entry.orderUuid,
    product_name: entry.productName,
  };
}
