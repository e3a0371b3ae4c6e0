import { categoryCreate, type CategoryDto } from '../../operations/catalog/category.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { ItemsPage } from '../../operations/lists/page.js';
import { FormDisclosure } from '../../pages/card.js';
import { Input, type FormState } from '../../pages/form.js';
import { PageLink } from '../../pages/text-links.js';
import { formFor } from '../operations/form-for.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { categoryColumns, PathLinks, productColumns } from './item-parts.js';
import { PagedList, ListSection } from './list-section.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type { Column } from '../../pages/table.js';
import { FilterForm } from '../shell/filter-form.js';
import { pathText } from '../shell/catalog-picker.service.js';
import type { FoundItems } from './item-reading.service.js';

/** The top of the catalog. */
export function catalogPage(
  visit: Visit,
  roots: ItemsPage<CategoryDto>,
  state: FormState = {},
): Page {
  const words = wordsOf(visit.language, 'catalog');
  return {
    title: words.catalog,
    content: (
      <>
        <DoneNotice said={{ category: words.madeCategory }} />
        <CatalogSearch />
        <PagedList
          title={words.categories}
          at="catalog"
          list="categories"
          columns={categoryColumns(words)}
          page={roots}
          whenEmpty={words.noCategories}
        />
        {visit.caller.may('catalog.edit') && <NewCategory state={state} />}
        <ul>
          <li>
            <PageLink to="catalog/imports">{words.importAndExport}</PageLink>
          </li>
          <li>
            <PageLink to="catalog/deleted">{words.deletedProducts}</PageLink>
          </li>
        </ul>
      </>
    ),
  };
}

/** The form of a new category, below the page of the catalog. */
export const NEW_CATEGORY = 'categories';

interface NewCategoryProps {
  readonly state: FormState;
  /** The category in which it is made; at the top if left out. */
  readonly parentId?: number;
}

/** The form for a category behind the others. */
export function NewCategory({ state, parentId }: NewCategoryProps) {
  const words = useWords('catalog');
  return (
    <FormDisclosure
      title={words.newCategory}
      to={`catalog/${NEW_CATEGORY}`}
      hidden={{ parent_id: parentId?.toString() }}
      state={state}
      button={words.create}
      {...formFor(categoryCreate)}
    >
      <Input name="name" label={words.name} />
    </FormDisclosure>
  );
}

/** Products that were deleted, from where they can be restored. */
export function deletedPage(visit: Visit, products: ItemsPage<ProductDto>): Page {
  const words = wordsOf(visit.language, 'catalog');
  return {
    title: words.deletedProducts,
    content: (
      <>
        <PathLinks path={[]} />
        <PagedList
          title={words.deletedProducts}
          at="catalog/deleted"
          list="products"
          columns={productColumns(words)}
          page={products}
          whenEmpty={words.noDeleted}
        />
      </>
    ),
  };
}

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
