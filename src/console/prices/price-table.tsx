import type { ChangedPriceDto } from '../../operations/catalog/base-price.operations.js';
import type { PreviewedPrice } from '../../admin/catalog/price-preview.service.js';
import { Check } from '../../pages/form.js';
import { TextLink } from '../../pages/text-links.js';
import { changeColumn } from '../../pages/change.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Badge, Money, ShowsAllDigits } from '../../pages/values.js';
import { Placed } from '../shell/picture.js';
import type { ProductPlaces } from '../shell/thing-naming.service.js';
import { UnusualBadge } from '../unusual/unusual-parts.js';
import { LEFT_OUT } from './typed-change.js';
import { useWords } from '../../pages/words.js';

type ShownPrice = ChangedPriceDto & Partial<PreviewedPrice>;

interface PriceTableProps {
  readonly prices: readonly ShownPrice[];
  readonly places: ProductPlaces;
  readonly showsCosts?: boolean;
  /** True for prices that were changed. */
  readonly isApplied?: boolean;
  /** Those that are to keep their price, where that can be chosen. */
  readonly leftOut?: readonly number[];
}

/** Prices before and after a change, beside what the product costs. */
export function PriceTable({ prices, places, showsCosts, isApplied, leftOut }: PriceTableProps) {
  const words = useWords('price');
  const columns: Column<ShownPrice>[] = [
    [
      useWords('page').product,
      ({ product_id: id, name, mostly_rounding: isRounded }) => (
        <>
          <Placed id={id} places={places}>
            <TextLink to={`catalog/products/${id}`}>{name}</TextLink>
          </Placed>{' '}
          {isRounded && <Badge kind="bad">{words.mostlyRounding}</Badge>}
        </>
      ),
    ],
    changeColumn(words.price, (price) => price),
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
    {},
    ({ cost = null, isBelowCost }) => (
      <>
        <UnusualBadge reason={isBelowCost ? 'below_cost' : null} /> <Money value={cost} />
      </>
    ),
  );
  return (
    <ShowsAllDigits.Provider value={true}>
      <Table
        label={isApplied ? words.prices : words.preview}
        columns={[...columns, ...(showsCosts ? [cost] : []), ...(leftOut ? [leave] : [])]}
        rows={prices}
        whenEmpty={words.none}
        isDense
      />
    </ShowsAllDigits.Provider>
  );
}
