import type { VNode } from 'preact';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type {
  ExplainedProductDto,
  SeenItemDto,
} from '../../operations/catalog/account-catalog.lists.js';
import type { FormState } from '../../pages/form.js';
import { moneyColumn, type Column } from '../../pages/table.js';
import { Badge, Code, Text } from '../../pages/values.js';
import { FilterForm } from '../shell/filter-form.js';
import type { Names } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';
import { ListedBy, PricedBy, type ExplainedProps } from './rule-text.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What decides on the rows of a list of the catalog of an account. */
export interface ExplainedRows {
  readonly account: AccountDto;
  /** By the ids of products. */
  readonly explained: ReadonlyMap<number, ExplainedProductDto>;
  readonly categoryNames: Names;
}

interface LookUpProps extends Pick<ExplainedRows, 'account'> {
  readonly state?: FormState;
}

/** Finds a product by its name or number, also one that the account does not see. */
export function LookUp({ account, state }: LookUpProps) {
  const words = useWords('accountCatalog');
  return (
    <FilterForm
      {...{ to: `accounts/${account.id}/catalog`, state, label: words.lookUp }}
      filters={[{ name: 'product', label: words.lookUp, hint: words.lookUpHint, as: 'search' }]}
    />
  );
}

export function columnsFor(visit: Visit, rows: ExplainedRows): Column<SeenItemDto>[] {
  const words = wordsOf(visit.language, 'accountCatalog');
  const { account, explained, categoryNames } = rows;
  const place = `accounts/${account.id}/catalog`;
  const of = ({ item, id }: SeenItemDto) => (item === 'product' ? explained.get(id) : undefined);
  const linkOf = ({ item, id }: SeenItemDto): string =>
    item === 'product'
      ? visit.links.to(`${place}/products/${id}`)
      : visit.links.to(place, { category_id: String(id) });
  const withProduct = (Part: (props: ExplainedProps) => VNode, row: SeenItemDto) => {
    const product = of(row);
    return product && <Part product={product} categoryNames={categoryNames} />;
  };
  return [
    [
      words.name,
      (row) => (
        <>
          <a href={linkOf(row)}>
            <Text>{row.name}</Text>
          </a>{' '}
          {row.item === 'category' && <Badge kind="plain">{words.category}</Badge>}
          {row.available === false && <Badge kind="open">{words.unavailable}</Badge>}
        </>
      ),
    ],
    [words.id, ({ id }) => <Code>{id}</Code>],
    moneyColumn(words.price, ({ price }) => price),
    moneyColumn(words.basePrice, (row) => of(row)?.base_price ?? null),
    [words.priceBy, (row) => withProduct(PricedBy, row)],
    [words.listedBy, (row) => withProduct(ListedBy, row)],
  ];
}
