import type { ExplainedProductDto } from '../../operations/catalog/account-catalog.lists.js';
import type { FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { columnsFor, LookUp, type ExplainedRows } from './account-catalog-parts.js';
import { wordsOf } from '../../pages/words.js';

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
