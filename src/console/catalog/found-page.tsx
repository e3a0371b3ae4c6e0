import type { CategoryDto } from '../../operations/catalog/category.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { FormState } from '../../pages/form.js';
import type { Column } from '../../pages/table.js';
import { FilterForm } from '../shell/filter-form.js';
import { pathText } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { categoryColumns, productColumns } from './item-parts.js';
import { ListSection } from './list-section.js';
import type { FoundItems } from './item-reading.service.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The search for categories and products. */
export function CatalogSearch({ state }: { readonly state?: FormState }) {
  const words = useWords('find');
  return (
    <FilterForm
      {...{ to: 'catalog', state }}
      filters={[{ name: 'text', label: words.what, hint: words.hint, as: 'search' }]}
    />
  );
}

/** The categories and products of a search; none for a text that is refused. */
export function foundPage(visit: Visit, found: FoundItems | undefined, state: FormState): Page {
  return {
    title: wordsOf(visit.language, 'page').catalog,
    status: state.fault?.status,
    content: (
      <>
        <CatalogSearch state={state} />
        {found && <Found found={found} />}
      </>
    ),
  };
}

function Found({ found: { categories, products, paths } }: { readonly found: FoundItems }) {
  const words = useWords('catalog');
  const place = <Row,>(categoryOf: (row: Row) => number): Column<Row> => [
    words.category,
    (row) => pathText(paths.get(categoryOf(row)) ?? []),
    { place: 'more' },
  ];
  const whenEmpty = useWords('find').none;
  return (
    <>
      <ListSection
        title={words.products}
        at="catalog"
        list="products"
        columns={[...productColumns(words), place(({ category_id: id }: ProductDto) => id)]}
        page={products}
        whenEmpty={whenEmpty}
      />
      <ListSection
        title={words.categories}
        at="catalog"
        list="categories"
        columns={[...categoryColumns(words), place(({ id }: CategoryDto) => id)]}
        page={categories}
        whenEmpty={whenEmpty}
      />
    </>
  );
}
