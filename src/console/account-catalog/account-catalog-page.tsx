import type {
  ExplainedProductDto,
  SeenItemPageDto,
} from '../../operations/catalog/account-catalog.lists.js';
import type { SeenCategory } from './account-product-reading.service.js';
import type { FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { CursorPager, Table } from '../../pages/table.js';
import { LinkLine, LinkPath } from '../../pages/text-links.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { columnsFor, LookUp, type ExplainedRows } from './account-catalog-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What the page of a category shows. */
interface ShownCatalog extends ExplainedRows {
  /** From the root down to the category that is shown; empty for the root. */
  readonly path: readonly SeenCategory[];
  readonly seen: SeenItemPageDto;
}

/** What an account sees in a category, at its prices, with the rule behind each. */
export function accountCatalogPage(visit: Visit, shown: ShownCatalog): Page {
  const { account, path, seen } = shown;
  const words = wordsOf(visit.language, 'accountCatalog');
  const place = `accounts/${account.id}/catalog`;
  const category = path.at(-1);
  return accountFrame({
    account,
    part: 'catalog',
    content: (
      <>
        <p>{words.asSeen}</p>
        <LookUp account={account} />
        <CategoryPath account={account} path={path} />
        <Table
          label={category?.name ?? words.root}
          columns={columnsFor(visit, shown)}
          rows={seen.items}
          whenEmpty={words.nothing}
        />
        <CursorPager
          page={place}
          cursor={seen.next}
          parameters={{ category_id: category && String(category.id) }}
        />
        <ToCategoryRules account={account} path={path} />
      </>
    ),
  });
}

function CategoryPath({ account, path }: Pick<ShownCatalog, 'account' | 'path'>) {
  const words = useWords('accountCatalog');
  const place = `accounts/${account.id}/catalog`;
  if (path.length === 0) return null;
  const below = path.map(({ id, name }) => ({
    ...{ to: place, parameters: { category_id: String(id) }, children: name },
  }));
  return <LinkPath label={words.path} links={[{ to: place, children: words.root }, ...below]} />;
}

/** To the rules of the category, whose forms then name the account. */
function ToCategoryRules({ account, path }: Pick<ShownCatalog, 'account' | 'path'>) {
  const words = useWords('accountCatalog');
  const { caller } = useVisit();
  const category = path.at(-1);
  if (!category) return null;
  if (!caller.may('visibility.edit') && !caller.may('prices.edit')) return null;
  const parameters = { account_id: String(account.id) };
  return (
    <LinkLine to={`catalog/categories/${category.id}`} parameters={parameters}>
      {words.categoryRules}
    </LinkLine>
  );
}

interface FoundProducts extends ExplainedRows {
  readonly products: readonly ExplainedProductDto[];
  /** What was searched for. */
  readonly text: string;
  /** If nothing has this name. */
  readonly fault: FormFault | undefined;
  /** True if more fit than are shown. */
  readonly hasMore: boolean;
}

/** The products that a text names, with what decides on each for an account. */
export function foundProductsPage(visit: Visit, found: FoundProducts): Page {
  const { account, products, fault, text } = found;
  const words = wordsOf(visit.language, 'accountCatalog');
  const page = accountFrame({
    account,
    part: 'catalog',
    content: (
      <>
        <LookUp account={account} state={{ values: { product: text }, fault }} />
        {found.hasMore && <Notice kind="plain">{wordsOf(visit.language, 'picker').more}</Notice>}
        {products.length > 0 && (
          <Table
            label={words.lookUp}
            columns={columnsFor(visit, found)}
            rows={products.map(({ id, name, price }) => ({
              ...{ item: 'product' as const, id, name, price, available: null },
            }))}
          />
        )}
        <LinkLine to={`accounts/${account.id}/catalog`}>{words.back}</LinkLine>
      </>
    ),
  });
  return { ...page, status: fault?.status };
}
