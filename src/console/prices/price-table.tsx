import type { ChangedPriceDto } from '../../operations/catalog/base-price.operations.js';
import type { PreviewedPrice } from '../../admin/catalog/price-preview.service.js';
import { Check } from '../../pages/form.js';
import { TextLink } from '../../pages/text-links.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Badge, Money, ShowsAllDigits } from '../../pages/values.js';
import { UnusualBadge } from '../unusual/unusual-parts.js';
import { LEFT_OUT, signed } from './typed-change.js';
import { useWords } from '../../pages/words.js';

type ShownPrice = ChangedPriceDto & Partial<PreviewedPrice>;

interface PriceTableProps {
  readonly prices: readonly ShownPrice[];
  readonly showsCosts?: boolean;
  /** True for prices that were changed. */
  readonly isApplied?: boolean;
  /** Those that are to keep their price, where that can be chosen. */
  readonly leftOut?: readonly number[];
}

/** Prices before and after a change, beside what the product costs. */
export function PriceTable({ prices, showsCosts, isApplied, leftOut }: PriceTableProps) {
  const words = useWords('price');
  const { before: former, after: planned } = useWords('unusual');
  const columns: Column<ShownPrice>[] = [
    [
      words.product,
      ({ product_id: id, name }) => <TextLink to={`catalog/products/${id}`}>{name}</TextLink>,
    ],
    moneyColumn(isApplied ? former : words.present, ({ before }) => before),
    moneyColumn(isApplied ? words.present : planned, ({ after }) => after),
    [
      words.percent,
      ({ percent, mostly_rounding: isRounded }) => (
        <>
          {isRounded && <Badge kind="bad">{words.mostlyRounding}</Badge>}{' '}
          <bdi dir="ltr">{signed(percent)} %</bdi>
        </>
      ),
      'number',
    ],
  ];
  const leave: Column<ShownPrice> = [
    words.leftOut,
    ({ product_id: id, name }) => (
      <Check
        name={`${LEFT_OUT}${id}`}
        label={words.leaveOut({ name })}
        isTicked={leftOut?.includes(id) ?? false}
      />
    ),
  ];
  const cost: Column<ShownPrice> = moneyColumn(
    words.cost,
    ({ cost = null }) => cost,
    ({ cost = null, isBelowCost }) => (
      <>
        <UnusualBadge reason={isBelowCost ? 'below_cost' : null} /> <Money value={cost} />
      </>
    ),
  );
  return (
    <ShowsAllDigits.Provider value={true}>
      <Table
        label={isApplied ? words.present : words.preview}
        columns={[...columns, ...(showsCosts ? [cost] : []), ...(leftOut ? [leave] : [])]}
        rows={prices}
        whenEmpty={words.none}
      />
    </ShowsAllDigits.Provider>
  );
}
