import { messageKey } from '../../common/sentence.js';
import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { codeRows, saysNone } from '../../operations/orders/code-rows.js';
import { isolated } from '../../locales/language.js';
import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import type { stocksToChooseFrom } from '../../operations/stock/stocks-to-choose-from.js';
import { useField, useTicked } from '../../pages/form-state.js';
import type { Column } from '../../pages/table.js';
import type { FormValues } from '../http/form-values.js';
import type { Visit } from '../visit/visit.js';
import { wordsOf } from '../../pages/words.js';

/** Undefined where a stock is typed, since there is no list. */
export type Stocks = Awaited<ReturnType<typeof stocksToChooseFrom>>;

/** The field of a column of codes, a line for each order. */
export const COLUMN_FIELD = 'column';

interface CellProps {
  readonly name: string;
  readonly label: string;
}

function Typed({ name, label }: CellProps) {
  const { typed = '' } = useField(name);
  return <textarea name={name} rows={1} dir="auto" aria-label={label} value={typed} />;
}

function Stock({ name, label, stocks }: CellProps & { readonly stocks: Stocks }) {
  const { typed } = useField(name);
  if (!stocks) return <Typed name={name} label={label} />;
  return (
    <select name={name} aria-label={label} autocomplete="off">
      <option value="">–</option>
      {stocks.map(([stock, free]) => (
        <option key={stock} value={stock} selected={stock === typed}>
          {isolated(stock)} ({free})
        </option>
      ))}
    </select>
  );
}

function Box({ name, label }: CellProps) {
  const isTicked = useTicked(name, 'on') ?? false;
  return <input type="checkbox" name={name} aria-label={label} checked={isTicked} />;
}

/** The columns in which is said what each order gets. @param coded those whose product delivers codes */
export function codeColumns(
  visit: Visit,
  coded: ReadonlySet<string>,
  stocks: Stocks,
): Column<ShopOrderDto>[] {
  const words = wordsOf(visit.language, 'waiting');
  const field = (name: 'codes' | 'stock' | 'without', { order_id: id }: ShopOrderDto) => {
    return { name: `${name}_${id}`, label: `${words[name]}: ${id}` };
  };
  const columns: Column<ShopOrderDto>[] = [
    [words.codes, (order) => <Typed {...field('codes', order)} />],
    [words.stock, (order) => <Stock {...field('stock', order)} stocks={stocks} />],
    [words.without, (order) => coded.has(order.order_id) && <Box {...field('without', order)} />],
  ];
  return columns.slice(0, coded.size > 0 ? 3 : 2);
}

/** What the form asks of each order; what is typed in its row comes before its line of the column. @throws OperatorError */
export function itemsIn(form: FormValues, ids: readonly string[]): object[] {
  const lines = columnIn(form, ids.length);
  return ids.map((id, place) => {
    const typed = form.lines(`codes_${id}`);
    const pasted = lines[place] ?? [];
    const isNone = typed.length === 0 && saysNone(pasted);
    const codes = typed.length > 0 || isNone ? typed : pasted;
    const stock = form.text(`stock_${id}`);
    return {
      order_id: id,
      ...(codes.length > 0 && { codes }),
      ...(stock !== '' && { stock }),
      ...((isNone || form.has(`without_${id}`)) && { without_codes: true }),
    };
  });
}

/** The codes of each line; none where nothing was pasted. Empty lines behind the last order are none. */
function columnIn(form: FormValues, count: number): readonly string[][] {
  const text = form.exact(COLUMN_FIELD);
  if (text.trim() === '') return [];
  const lines = codeRows(text, '\t');
  while (lines.length > count && lines.at(-1)?.length === 0) lines.pop();
  if (lines.length === count) return lines;
  const key = messageKey('codes.column', { lines: count });
  throw InvalidFieldsError.of(COLUMN_FIELD, `must have ${count} lines`, key);
}
