import type { VNode } from 'preact';
import type { ChangedPriceDto } from '../../operations/catalog/base-price.operations.js';
import type { PreviewedPrice } from '../../admin/catalog/price-preview.service.js';
import { TextLink } from '../../pages/text-links.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Money } from '../../pages/values.js';
import type { Visit } from '../visit/visit.js';
import { PRICE_WORDS } from './price-words.js';

type ShownPrice = ChangedPriceDto & Partial<PreviewedPrice>;

interface PriceTableProps {
  readonly visit: Visit;
  readonly prices: readonly ShownPrice[];
  readonly showsCosts?: boolean;
  /** True for prices that were changed. */
  readonly isApplied?: boolean;
}

/** Prices before and after a change, beside what the product costs. */
export function PriceTable({ visit, prices, showsCosts, isApplied }: PriceTableProps): VNode {
  const words = PRICE_WORDS[visit.language];
  const columns: Column<ShownPrice>[] = [
    {
      title: words.name,
      cell: ({ product_id: id, name }) => <TextLink to={`catalog/products/${id}`}>{name}</TextLink>,
    },
    {
      title: isApplied ? words.former : words.before,
      cell: ({ before }) => <Money value={before} />,
      isNumber: true,
    },
    {
      title: isApplied ? words.present : words.after,
      cell: ({ after }) => <Money value={after} />,
      isNumber: true,
    },
  ];
  const cost: Column<ShownPrice> = {
    title: words.cost,
    cell: ({ cost: value = null, isBelowCost }) => (
      <>
        {isBelowCost && <Badge kind="bad">{words.belowCost}</Badge>} <Money value={value} />
      </>
    ),
    isNumber: true,
  };
  return (
    <Table
      label={isApplied ? words.present : words.preview}
      columns={showsCosts ? [...columns, cost] : columns}
      rows={prices}
      keyOf={({ product_id: id }) => id}
      whenEmpty={words.none}
    />
  );
}
