import type { VNode } from 'preact';
import type { AccountDto } from '../../admin/accounts/accounts.dto.js';
import type {
  ExplainedProductDto,
  SeenItemDto,
  SeenItemPageDto,
} from '../../admin/account-catalog/account-catalog.dto.js';
import type { SeenCategory } from '../../admin/account-catalog/account-catalog.service.js';
import { Form, Input, Submit } from '../../pages/form.js';
import { CursorPager, Table, type Column } from '../../pages/table.js';
import { Badge, Code, Money, Text } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ACCOUNT_CATALOG_WORDS } from './account-catalog-words.js';
import { ListedBy, PricedBy } from './rule-text.js';

/** What the page of a category shows. */
export interface ShownCatalog {
  readonly account: AccountDto;
  /** From the root down to the category that is shown; empty for the root. */
  readonly path: readonly SeenCategory[];
  readonly seen: SeenItemPageDto;
  /** What decides on the products of the page, by their ids. */
  readonly explained: ReadonlyMap<number, ExplainedProductDto>;
}

/** What an account sees in a category, at its prices, with the rule behind each. */
export function accountCatalogPage(visit: Visit, shown: ShownCatalog): Page {
  const { account, path, seen } = shown;
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  const place = `accounts/${account.id}/catalog`;
  const category = path.at(-1);
  return accountFrame(visit, {
    account,
    part: 'catalog',
    content: (
      <>
        <p>{words.asSeen}</p>
        <LookUp visit={visit} account={account} />
        <CategoryPath visit={visit} place={place} path={path} />
        <Table
          label={category?.name ?? words.root}
          columns={columnsFor(visit, shown)}
          rows={seen.items}
          keyOf={({ item, id }) => `${item} ${id}`}
          whenEmpty={words.nothing}
        />
        <CursorPager
          page={place}
          cursor={seen.next}
          parameters={{ category_id: category && String(category.id) }}
        />
      </>
    ),
  });
}

interface LookUpProps {
  readonly visit: Visit;
  readonly account: AccountDto;
}

function LookUp({ visit, account }: LookUpProps): VNode {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  return (
    <Form
      action={visit.links.to(`accounts/${account.id}/catalog`)}
      method="get"
      class="filter"
      label={words.lookUp}
    >
      <Input
        name="product_id"
        type="search"
        label={words.productId}
        hint={words.lookUpHint}
        isDecimal
      />
      <Submit>{words.show}</Submit>
    </Form>
  );
}

interface CategoryPathProps {
  readonly visit: Visit;
  readonly place: string;
  readonly path: readonly SeenCategory[];
}

function CategoryPath({ visit, place, path }: CategoryPathProps): VNode | null {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  if (path.length === 0) return null;
  return (
    <nav aria-label={words.path}>
      <p>
        <a href={visit.links.to(place)}>{words.root}</a>
        {path.map(({ id, name }) => (
          <>
            {' › '}
            <a href={visit.links.to(place, { category_id: String(id) })}>
              <Text>{name}</Text>
            </a>
          </>
        ))}
      </p>
    </nav>
  );
}

function columnsFor(visit: Visit, { account, explained }: ShownCatalog): Column<SeenItemDto>[] {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  const place = `accounts/${account.id}/catalog`;
  const of = ({ item, id }: SeenItemDto) => (item === 'product' ? explained.get(id) : undefined);
  const linkOf = ({ item, id }: SeenItemDto): string =>
    item === 'product'
      ? visit.links.to(`${place}/products/${id}`)
      : visit.links.to(place, { category_id: String(id) });
  return [
    {
      title: words.item,
      cell: (row) => (
        <>
          <a href={linkOf(row)}>
            <Text>{row.name}</Text>
          </a>{' '}
          {row.item === 'category' && <Badge kind="plain">{words.category}</Badge>}
          {row.available === false && <Badge kind="open">{words.unavailable}</Badge>}
        </>
      ),
    },
    { title: words.id, cell: ({ id }) => <Code>{id}</Code> },
    { title: words.price, cell: ({ price }) => <Money value={price} />, isNumber: true },
    {
      title: words.basePrice,
      cell: (row) => <Money value={of(row)?.base_price ?? null} />,
      isNumber: true,
    },
    { title: words.priceBy, cell: (row) => withProduct(PricedBy, of(row)) },
    { title: words.listedBy, cell: (row) => withProduct(ListedBy, of(row)) },
  ];
}

function withProduct(
  Part: (props: { readonly product: ExplainedProductDto }) => VNode,
  product: ExplainedProductDto | undefined,
): VNode | null {
  return product ? <Part product={product} /> : null;
}
