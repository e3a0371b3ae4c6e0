import type { AddedCodesDto, StockDto } from '../../operations/stock/stock.operations.js';
import { Input, TextArea } from '../../pages/form.js';
import { usePage } from '../../pages/page-context.js';
import { Badge } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** The page of a stock, below the home page. */
export function stockAddress(name: string): string {
  return `stock/${encodeURIComponent(name)}`;
}

/** What the page of a stock says after codes were added. */
export function toldAdded({ added, skipped }: AddedCodesDto): Record<string, string> {
  return { done: 'added', added: String(added), skipped: String(skipped) };
}

/** How many codes are free, and whether these are few. */
export function FreeCount({ stock }: { readonly stock: StockDto }) {
  const { formats } = usePage();
  const words = useWords('stock');
  const { free, warn_below: warnBelow } = stock;
  return (
    <span>
      {formats.count(free)} {free < warnBelow && <Badge kind="bad">{words.low}</Badge>}
    </span>
  );
}

/** The fields of codes that are added to a stock. */
export function CodesFields() {
  const words = useWords('stock');
  return (
    <>
      <TextArea name="codes" label={words.codes} hint={words.codesHint} rows={8} />
      <Input name="cost" label={words.cost} hint={words.costHint} isDecimal isOptional />
    </>
  );
}
