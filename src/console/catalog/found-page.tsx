import type { VNode } from 'preact';
import type { CategoryDto } from '../../operations/catalog/category.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Pager, Table, type Column } from '../../pages/table.js';
import { Text } from '../../pages/values.js';
import { pathText } from '../shell/catalog-picker.service.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { FIND_WORDS } from './find-words.js';
import { categoryColumns, PathLinks, productColumns } from './item-parts.js';
import { CURSORS, type ListName } from './list-cursors.js';
import type { FoundItems } from './shown-items.js';

interface CatalogSearchProps {
  readonly visit: Visit;
  readonly state?: FormState;
}

/** The search for categories and products. */
export function CatalogSearch({ visit, state }: CatalogSearchProps): VNode {
  const words = FIND_WORDS[visit.language];
  return (
    <Form to="catalog" method="get" class="filter" state={state} label={words.find}>
      <Input
        name="text"
        type="search"
        label={words.what}
        hint={words.hint}
        maxLength={200}
        state={state}
      />
      <Submit>{words.find}</Submit>
    </Form>
  );
}

/** The categories and products of a search; none for a text that is refused. */
export function foundPage(visit: Visit, found: FoundItems | undefined, state: FormState): Page {
  return {
    title: CONSOLE_WORDS[visit.language].catalog,
    status: state.fault?.status,
    content: (
      <>
        <PathLinks path={[]} />
        <CatalogSearch visit={visit} state={state} />
        {found && <Found visit={visit} found={found} />}
      </>
    ),
  };
}

interface FoundProps {
  readonly visit: Visit;
  readonly found: FoundItems;
}

function Found({ visit, found: { categories, products, paths } }: FoundProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  const place = <Row,>(categoryOf: (row: Row) => number): Column<Row> => ({
    title: words.path,
    cell: (row) => <Text>{pathText(paths.get(categoryOf(row)) ?? [])}</Text>,
  });
  const text = visit.query.get('text') ?? '';
  const next = (list: ListName, cursor: string | null): string | undefined =>
    cursor === null ? undefined : visit.links.to('catalog', { text, [CURSORS[list]]: cursor });
  return (
    <>
      <section>
        <h2>{words.products}</h2>
        <Table
          label={words.products}
          columns={[...productColumns(words), place(({ category_id: id }: ProductDto) => id)]}
          rows={products.items}
          keyOf={({ id }) => id}
          whenEmpty={FIND_WORDS[visit.language].none}
        />
        <Pager next={next('products', products.next)} />
      </section>
      <section>
        <h2>{words.categories}</h2>
        <Table
          label={words.categories}
          columns={[...categoryColumns(words), place(({ id }: CategoryDto) => id)]}
          rows={categories.items}
          keyOf={({ id }) => id}
          whenEmpty={FIND_WORDS[visit.language].none}
        />
        <Pager next={next('categories', categories.next)} />
      </section>
    </>
  );
}
