import type { OfferedCatalogDto } from '../../operations/suppliers/supplier.lists.js';
import type { KnownSupplierDto } from '../../operations/suppliers/supplier.operations.js';
import { Check, FaultNotice, Form, Input, type FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { LinkLine, TextLink } from '../../pages/text-links.js';
import { Badge } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import { FilterForm } from '../shell/filter-form.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { EVERYTHING, TICKED } from './picked-items.js';
import { supplierAddress } from './supplier-parts.js';
import { useWords, type Words, wordsOf } from '../../pages/words.js';

interface ShownOffers {
  readonly supplier: KnownSupplierDto;
  readonly text: string;
  /** Left out if the supplier has not answered. */
  readonly offered?: OfferedCatalogDto;
  readonly fault?: FormFault | undefined;
}

/** What a supplier sells, at which cost, price and margin, to pick what of it is listed here. */
export function offeredPage(visit: Visit, { fault, ...shown }: ShownOffers): Page {
  const { supplier, text, offered } = shown;
  const words = wordsOf(visit.language, 'offer');
  const own = supplierAddress(supplier.name);
  return {
    title: words.title({ supplier: supplier.name }),
    status: fault?.status,
    content: (
      <>
        <DoneNotice said={{ picked: words.saved }} />
        {fault && <FaultNotice fault={fault} isSearch={!offered} />}
        <FilterForm to={`${own}/catalog`} kind="plain">
          <Input name="text" type="search" label={words.text} value={text} isOptional />
        </FilterForm>
        {offered && <Picks supplier={supplier} offered={offered} text={text} />}
        <LinkLine to={own}>{words.back}</LinkLine>
      </>
    ),
  };
}

type PicksProps = Required<Pick<ShownOffers, 'supplier' | 'offered' | 'text'>>;

function Picks({ supplier, text, offered: { categories, products, more } }: PicksProps) {
  const words = useWords('offer');
  const { picked_categories: ofCategories, picked_products: ofProducts } = supplier;
  const isEverything = ofCategories === null && ofProducts === null;
  const isPart = text !== '' || more;
  const tickedOf = (rows: readonly { readonly id: number }[], own: readonly number[] | null) =>
    rows.flatMap(({ id }) => (own?.includes(id) ? [id] : [])).join();
  return (
    <Form
      to={`${supplierAddress(supplier.name)}/catalog/picks`}
      label={words.save}
      button={words.save}
      hint={words.hint}
      hidden={{
        // Beside a part, boxes that are ticked do not mean that all the rest goes.
        [TICKED.everything]: isEverything && !isPart ? 'on' : undefined,
        [TICKED.picked_categories]: tickedOf(categories, ofCategories),
        [TICKED.picked_products]: tickedOf(products, ofProducts),
      }}
    >
      {more && <Notice kind="bad">{words.more}</Notice>}
      <Check name={EVERYTHING} label={words.everything} isTicked={isEverything} />
      <Table
        label={words.categories}
        columns={categoryColumns(words, ofCategories ?? [], isEverything)}
        rows={categories}
      />
      <Table
        label={words.products}
        columns={useProductColumns(ofProducts ?? [], isEverything)}
        rows={products}
      />
    </Form>
  );
}

type Category = OfferedCatalogDto['categories'][number];
type Product = OfferedCatalogDto['products'][number];

function categoryColumns(
  words: Words<'offer'>,
  own: readonly number[],
  isEverything: boolean,
): Column<Category>[] {
  return [
    [
      words.category,
      ({ id, path, picked }) => (
        <Pick
          {...{ id, name: 'picked_categories', label: path, isOwn: own.includes(id) }}
          isAbove={picked && !isEverything}
        />
      ),
    ],
    [words.products, ({ products }) => <bdi>{products}</bdi>, 'number'],
  ];
}

function useProductColumns(own: readonly number[], isEverything: boolean): Column<Product>[] {
  const words = useWords('offer');
  const showsCosts = useVisit().caller.may('costs.read');
  const columns: Column<Product>[] = [
    [
      words.product,
      ({ id, name, picked, available }) => (
        <>
          <Pick
            {...{ id, name: 'picked_products', label: name, isOwn: own.includes(id) }}
            isAbove={picked && !isEverything}
          />
          {!available && <Badge kind="plain">{words.isOff}</Badge>}
        </>
      ),
    ],
    [
      words.listed,
      ({ product_id: id }) =>
        id === null ? '—' : <TextLink to={`catalog/products/${id}`}>{String(id)}</TextLink>,
    ],
    moneyColumn(words.price, ({ price }) => price),
  ];
  const costs: Column<Product>[] = [
    moneyColumn(words.cost, ({ cost }) => cost),
    moneyColumn(words.margin, ({ margin }) => margin),
  ];
  return showsCosts ? [...columns, ...costs] : columns;
}

interface PickProps {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Picked by itself. */
  readonly isOwn: boolean;
  /** Picked by itself, or by a category above it. */
  readonly isAbove: boolean;
}

/** The box of an item; none where a category above it is picked. */
function Pick({ id, name, label, isOwn, isAbove }: PickProps) {
  const words = useWords('offer');
  if (!isOwn && isAbove) {
    return (
      <>
        <bdi>{label}</bdi> <Badge kind="good">{words.picked}</Badge>
      </>
    );
  }
  return <Check name={name} value={String(id)} label={label} isTicked={isOwn} />;
}
