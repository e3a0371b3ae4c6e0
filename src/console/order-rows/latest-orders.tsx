import type { ComponentProps } from 'preact';
import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { Table, type Column } from '../../pages/table.js';
import type { PageLink } from '../../pages/text-links.js';
import { LinkLine } from '../../pages/text-links.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { useWords } from '../../pages/words.js';

/** Orders with the names of what they tell of. */
export interface NamedOrders {
  readonly orders: readonly ShopOrderDto[];
  readonly names: ThingNames;
}

interface LatestOrdersProps {
  readonly columns: readonly Column<ShopOrderDto>[];
  readonly orders: readonly ShopOrderDto[];
  readonly whenEmpty: string;
  /** What the link to all of them says, and which these are; the link is left out where there are none. */
  readonly all: string;
  readonly filter?: ComponentProps<typeof PageLink>['parameters'];
}

/** The last orders, of the shop or of an account. */
export function LatestOrders({ columns, orders, whenEmpty, all, filter }: LatestOrdersProps) {
  const { latestOrders } = useWords('page');
  return (
    <section data-latest>
      <h2>{latestOrders}</h2>
      <Table label={latestOrders} {...{ columns, whenEmpty }} rows={orders} opensRows />
      {orders.length > 0 && (
        <LinkLine to="orders" parameters={filter}>
          {all}
        </LinkLine>
      )}
    </section>
  );
}
