import type { VNode } from 'preact';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { SeenItemPageDto } from '../../operations/catalog/account-catalog.lists.js';
import type { SeenCategory } from './account-product-reading.service.js';
import { CursorPager, Table } from '../../pages/table.js';
import { Text } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { columnsFor, LookUp, type ExplainedRows } from './account-catalog-parts.js';
import { ACCOUNT_CATALOG_WORDS } from './account-catalog-words.js';

/** What the page of a category shows. */
export interface ShownCatalog extends ExplainedRows {
  readonly account: AccountDto;
  /** From the root down to the category that is shown; empty for the root. */
  readonly path: readonly SeenCategory[];
  readonly seen: SeenItemPageDto;
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
        {category && <ToCategoryRules visit={visit} account={account} category={category} />}
      </>
    ),
  });
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

interface CategoryRulesProps {
  readonly visit: Visit;
  readonly account: AccountDto;
  readonly category: SeenCategory;
}

/** To the rules of the category, whose forms then name the account. */
function ToCategoryRules({ visit, account, category }: CategoryRulesProps): VNode | null {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  const { caller, links } = visit;
  if (!caller.may('visibility.edit') && !caller.may('prices.edit')) return null;
  const parameters = { account_id: String(account.id) };
  return (
    <p>
      <a href={links.to(`catalog/categories/${category.id}`, parameters)}>{words.categoryRules}</a>
    </p>
  );
}
