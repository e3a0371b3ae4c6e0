import type { ComponentChildren } from 'preact';
import { FaultNotice, type FormFault } from '../../pages/form.js';
import { Icon, type IconName } from '../../pages/icon.js';
import { PageLink } from '../../pages/text-links.js';
import { Money, Text, Time } from '../../pages/values.js';
import { useWords, wordsOf } from '../../pages/words.js';
import { StatusBadge } from '../order-rows/order-parts.js';
import { Placed } from '../shell/picture.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import type { Found } from './search.service.js';

/** What a text finds. The script shows the same list below the field of the search. */
export function searchPage(
  { language }: Visit,
  text: string,
  found: Found | undefined,
  fault?: FormFault,
): Page {
  return {
    title: wordsOf(language, 'page').search,
    status: fault?.status,
    content: (
      <>
        {fault && <FaultNotice fault={fault} isSearch />}
        {text === '' && <p class="hint">{wordsOf(language, 'search').hint}</p>}
        {found && <FoundThings found={found} text={text} />}
      </>
    ),
  };
}

interface FoundProps {
  readonly found: Found;
  readonly text: string;
}

function FoundThings({ found, text: sought }: FoundProps) {
  const { caller } = useVisit();
  const words = useWords('search');
  const { places, ...kinds } = found;
  const isNothing = Object.values(kinds).every((kind: readonly unknown[]) => kind.length === 0);
  const named = (page: string) => (one: Found['accounts'][number]) => ({
    to: `${page}/${one.id}`,
    text: <Text>{one.name}</Text>,
    more: <bdi>{one.id}</bdi>,
  });
  return (
    <div class="found">
      {isNothing && <p class="empty">{words.nothing}</p>}
      <Kind
        title={words.orders}
        icon="receipt-text"
        hits={found.orders.map((order) => ({
          to: `orders/${order.order_id}`,
          text: (
            <Placed id={order.product_id} places={places}>
              <Text>{order.product_name}</Text>
            </Placed>
          ),
          more: (
            <>
              <StatusBadge status={order.status} /> <Money value={order.total} />{' '}
              <Time value={order.created_at} />
            </>
          ),
        }))}
      />
      <Kind title={words.accounts} icon="users" hits={found.accounts.map(named('accounts'))} />
      <Kind
        title={words.products}
        icon="layout-grid"
        hits={found.products.map((one) => ({
          ...named('catalog/products')(one),
          text: (
            <Placed id={one.id} places={places}>
              <Text>{one.name}</Text>
            </Placed>
          ),
        }))}
      />
      <Kind
        title={words.categories}
        icon="boxes"
        hits={found.categories.map(named('catalog/categories'))}
      />
      <Kind
        title={words.pages}
        icon="chevron-right"
        hits={found.pages.map(({ text, page }) => ({ to: page, text }))}
      />
      {caller.may('orders.read') && (
        <p>
          <PageLink to="orders" parameters={{ text: sought }}>
            {words.allOrders}
          </PageLink>
        </p>
      )}
    </div>
  );
}

interface Hit {
  readonly to: string;
  readonly text: ComponentChildren;
  readonly more?: ComponentChildren;
}

interface KindProps {
  readonly title: string;
  readonly icon: IconName;
  readonly hits: readonly Hit[];
}

function Kind({ title, icon, hits }: KindProps) {
  const { links } = useVisit();
  if (hits.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {hits.map(({ to, text, more }) => (
          <li>
            <a href={links.to(to)}>
              <Icon name={icon} />
              <span>{text}</span>
              {more !== undefined && <small>{more}</small>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
