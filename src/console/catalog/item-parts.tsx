import type { CategoryDto } from '../../operations/catalog/category.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { Pictured } from '../shell/picture.js';
import { LinkPath, TextLink } from '../../pages/text-links.js';
import { moneyColumn, type Column } from '../../pages/table.js';
import { Badge, Code } from '../../pages/values.js';
import { useWords, type Words } from '../../pages/words.js';

/** The way from the top of the catalog to a category or product. */
export function PathLinks({ path }: { readonly path: readonly CategoryAbove[] }) {
  const words = useWords('catalog');
  const { catalog } = useWords('page');
  const above = path.map(({ id, name }) => ({ to: `catalog/categories/${id}`, children: name }));
  return <LinkPath label={words.path} links={[{ to: 'catalog', children: catalog }, ...above]} />;
}

export function categoryColumns(words: Words<'catalog'>): Column<CategoryDto>[] {
  return [
    ...itemColumns<CategoryDto>('categories', words),
    [
      words.state,
      ({ testing_only: isTesting }) => isTesting && <Badge kind="plain">{words.testingOnly}</Badge>,
      { place: 'state' },
    ],
  ];
}

export function productColumns(words: Words<'catalog'>): Column<ProductDto>[] {
  return [
    ...itemColumns<ProductDto>('products', words),
    moneyColumn(words.basePrice, 'price', { place: 'main' }),
    [words.state, (product) => <ProductState product={product} />, { place: 'state' }],
  ];
}

function itemColumns<Item extends Pick<ProductDto, 'id' | 'name' | 'image'>>(
  kind: 'categories' | 'products',
  words: Words<'catalog'>,
): Column<Item>[] {
  return [
    [
      words.name,
      ({ id, name, image }) => (
        <Pictured image={image}>
          <TextLink to={`catalog/${kind}/${id}`}>{name}</TextLink>
        </Pictured>
      ),
      { place: 'title' },
    ],
    [words.id, ({ id }) => <Code>{id}</Code>, { kind: 'number', place: 'who' }],
  ];
}

interface ProductStateProps {
  readonly product: ProductDto;
  /** True if a rule hides it from everyone. Lists do not look for that. */
  readonly isHidden?: boolean;
}

export function ProductState({ product, isHidden }: ProductStateProps) {
  const words = useWords('catalog');
  if (product.deleted_at !== null) return <Badge kind="bad">{words.deleted}</Badge>;
  if (!product.available) return <Badge kind="open">{words.switchedOff}</Badge>;
  if (isHidden) return <Badge kind="bad">{words.hiddenFromEveryone}</Badge>;
  return <Badge kind="good">{words.available}</Badge>;
}
