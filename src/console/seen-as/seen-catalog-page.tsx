import type { VNode } from 'preact';
import type { SeenItemDto, SeenItemPageDto } from '../../admin/catalog/account-catalog.dto.js';
import { Form, Input, Submit } from '../../pages/form.js';
import { Pager, Table, type Column } from '../../pages/table.js';
import { Badge, Code, Money, Text } from '../../pages/values.js';
import { isolated } from '../../pages/language.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { SEEN_WORDS } from './seen-words.js';

/** What an account sees in a category, or at the top. */
export function seenCatalogPage(visit: Visit, account: number, items: SeenItemPageDto): Page {
  const words = SEEN_WORDS[visit.language];
  const { next } = items;
  const category = visit.query.get('category_id') ?? undefined;
  const address = `accounts/${account}/catalog`;
  return {
    title: `${words.seenAs} · ${isolated(String(account))}`,
    content: (
      <>
        <SeenLinks visit={visit} account={account} />
        <Form
          action={visit.links.to(`${address}/products`)}
          method="get"
          class="filter"
          label={words.showProduct}
        >
          <Input name="product_id" label={words.productId} isDecimal />
          <Submit kind="plain">{words.find}</Submit>
        </Form>
        <Table
          label={words.seenAs}
          columns={seenColumns(visit, address)}
          rows={items.items}
          keyOf={({ item, id }) => `${item} ${id}`}
          whenEmpty={words.nothing}
        />
        <Pager
          next={
            next === null
              ? undefined
              : visit.links.to(address, { category_id: category, cursor: next })
          }
        />
      </>
    ),
  };
}

interface SeenLinksProps {
  readonly visit: Visit;
  readonly account: number;
}

/** The way back to the account, and to the top of its catalog. */
export function SeenLinks({ visit, account }: SeenLinksProps): VNode {
  const words = SEEN_WORDS[visit.language];
  return (
    <nav class="parts" aria-label={words.seenAs}>
      <ul>
        {visit.caller.may('accounts.read') && (
          <li>
            <a href={visit.links.to(`accounts/${account}`)}>
              {words.account} <Code>{account}</Code>
            </a>
          </li>
        )}
        <li>
          <a href={visit.links.to(`accounts/${account}/catalog`)}>{words.top}</a>
        </li>
      </ul>
    </nav>
  );
}

function seenColumns(visit: Visit, address: string): Column<SeenItemDto>[] {
  const words = SEEN_WORDS[visit.language];
  const addressOf = ({ item, id }: SeenItemDto): string =>
    item === 'category'
      ? visit.links.to(address, { category_id: String(id) })
      : visit.links.to(`${address}/products`, { product_id: String(id) });
  return [
    {
      title: words.item,
      cell: (item) => (
        <>
          {item.item === 'category' ? words.category : words.product}{' '}
          <a href={addressOf(item)}>
            <Text>{item.name}</Text>
          </a>
        </>
      ),
    },
    { title: words.id, cell: ({ id }) => <Code>{id}</Code>, isNumber: true },
    { title: words.price, cell: ({ price }) => <Money value={price} />, isNumber: true },
    {
      title: words.state,
      cell: ({ available }) =>
        available === false && <Badge kind="open">{words.switchedOff}</Badge>,
    },
  ];
}
