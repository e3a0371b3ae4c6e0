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

function FoundThings({ found, text: sought }: { readonly found: Found; readonly text: string }) {
  const { caller } = useVisit();
  const words = useWords('search');
  const refusal = useWords('refusal');
  const { places, ...kinds } = found;
  const isNothing = Object.values(kinds).every((kind: readonly unknown[]) => kind.length === 0);
  const placed = (id: number, name: string) => (
    <Placed id={id} places={places}>
      <Text>{name}</Text>
    </Placed>
  );
  const named = (page: string, things: Found['accounts']) =>
    things.map(({ id, name }) => ({
      to: `${page}/${id}`,
      text: page === 'catalog/products' ? placed(id, name) : <Text>{name}</Text>,
      more: <bdi>{id}</bdi>,
    }));
  const orders = found.orders.map((order) => ({
    to: `orders/${order.order_id}`,
    text: placed(order.product_id, order.product_name),
    more: (
      <>
        <StatusBadge status={order.status} /> <Money value={order.total} />{' '}
        <Time value={order.created_at} />
      </>
    ),
  }));
  const codes: Readonly<Record<number, string>> = refusal.codes;
  const refusals = found.refusals.map(({ code, at }) => ({
    to: `orders?${new URLSearchParams({ text: sought }).toString()}`,
    text: codes[code] ?? refusal.byExtension,
    more: <Time value={at} />,
  }));
  const products = named('catalog/products', found.products);
  const categories = named('catalog/categories', found.categories);
  const pages = found.pages.map(({ text, page }) => ({ to: page, text }));
  return (
    <div class="found">
      {isNothing && <p class="empty">{words.nothing}</p>}
      <Kind title={words.orders} icon="receipt-text" hits={orders} />
      <Kind title={refusal.title} icon="receipt-text" hits={refusals} />
      <Kind title={words.accounts} icon="users" hits={named('accounts', found.accounts)} />
      <Kind title={words.products} icon="layout-grid" hits={products} />
      <Kind title={words.categories} icon="boxes" hits={categories} />
      <Kind title={words.pages} icon="chevron-right" hits={pages} />
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

interface KindProps {
  readonly title: string;
  readonly icon: IconName;
  readonly hits: readonly {
    readonly to: string;
    readonly text: ComponentChildren;
    readonly more?: ComponentChildren;
  }[];
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
