import { marginPercent } from '../../common/money.js';
import type { OfferedCatalogDto } from '../../operations/suppliers/supplier.lists.js';
import {
  supplierSet,
  type KnownSupplierDto,
} from '../../operations/suppliers/supplier.operations.js';
import { Check, FaultNotice, Form, Submit, type FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { moneyColumn, Pager, Table, type Column } from '../../pages/table.js';
import { LinkLine, TextLink } from '../../pages/text-links.js';
import { Badge } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import { DoneNotice } from '../shell/done-notice.js';
import { FilterForm } from '../shell/filter-form.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { offeredRows, type OfferedRow } from './offered-rows.js';
import { EVERYTHING, isAll, TICKED } from './picked-items.js';
import { supplierAddress } from './supplier-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Rows of a page, so that the boxes of one are far fewer than a form may have fields. */
const ROWS = 200;

interface ShownOffers {
  readonly supplier: KnownSupplierDto;
  readonly text: string;
  /** From 1 on. */
  readonly page: number;
  /** Left out if the supplier has not answered. */
  readonly offered?: OfferedCatalogDto;
  readonly fault?: FormFault | undefined;
}

/** What a supplier sells, at which cost, price and margin, to pick what of it is listed here. */
export function offeredPage(visit: Visit, { fault, ...shown }: ShownOffers): Page {
  const { supplier, text, page, offered } = shown;
  const words = wordsOf(visit.language, 'offer');
  const own = supplierAddress(supplier.name);
  return {
    title: words.title({ supplier: supplier.name }),
    status: fault?.status,
    content: (
      <>
        <DoneNotice said={{ picked: words.saved }} />
        {fault && <FaultNotice fault={fault} isSearch={!offered} />}
        <FilterForm
          to={`${own}/catalog`}
          state={{ values: { text } }}
          filters={[{ name: 'text', label: words.text, as: 'search' }]}
        />
        {offered && <Picks {...{ supplier, text, page, offered }} />}
        <LinkLine to={own}>{words.back}</LinkLine>
      </>
    ),
  };
}

type PicksProps = Required<Omit<ShownOffers, 'fault'>>;

function Picks({ supplier, text, page, offered }: PicksProps) {
  const { links } = useVisit();
  const words = useWords('offer');
  const { picked_categories: ofCategories, picked_products: ofProducts } = supplier;
  const all = offeredRows(offered);
  const rows = all.slice((page - 1) * ROWS, page * ROWS);
  const hasNext = all.length > page * ROWS;
  const isEverything = isAll(supplier);
  const tickedOf = (kind: 'category' | 'product', own: readonly number[] | null) =>
    rows.flatMap(({ [kind]: one }) => (one && own?.includes(one.id) ? [one.id] : [])).join();
  const at = `${supplierAddress(supplier.name)}/catalog`;
  return (
    <>
      <Form
        to={`${at}/picks`}
        label={words.save}
        class="decide"
        hint={words.hint}
        hidden={{
          ...formFor(supplierSet, supplier).hidden,
          // Where the page is to be left.
          text,
          page: String(page),
          [TICKED.everything]: isEverything ? 'on' : undefined,
          [TICKED.picked_categories]: tickedOf('category', ofCategories),
          [TICKED.picked_products]: tickedOf('product', ofProducts),
        }}
      >
        {offered.more && <Notice kind="bad">{words.more}</Notice>}
        <Check name={EVERYTHING} label={words.everything} isTicked={isEverything} />
        <Table label={words.products} columns={useColumns(supplier)} rows={rows} />
        <div class="actions">
          <Submit>{words.save}</Submit>
        </div>
      </Form>
      <Pager next={hasNext ? links.to(at, { text, page: String(page + 1) }) : undefined} />
    </>
  );
}

/** Categories have no prices: these cells of theirs are empty. */
function useColumns(supplier: KnownSupplierDto): Column<OfferedRow>[] {
  const words = useWords('offer');
  const showsCosts = useVisit().caller.may('costs.read');
  const amount = (title: string, name: 'cost' | 'price' | 'margin'): Column<OfferedRow> =>
    moneyColumn(title, ({ product }) => product?.[name] ?? null);
  const percent: Column<OfferedRow> = [`${words.margin} %`, MarginPercent, 'number'];
  const price = amount(words.price, 'price');
  const costs = [amount(words.cost, 'cost'), price, amount(words.margin, 'margin'), percent];
  return [
    [words.item, (row) => <What row={row} supplier={supplier} />],
    [words.listed, Listed],
    ...(showsCosts ? costs : [price]),
  ];
}

function MarginPercent({ product }: OfferedRow) {
  if (typeof product?.cost !== 'string') return null;
  const percent = marginPercent(product.price, product.cost);
  return percent === undefined ? null : <bdi dir="ltr">{percent} %</bdi>;
}

function Listed({ product }: OfferedRow) {
  if (!product) return null;
  const { product_id: id } = product;
  return id === null ? <>—</> : <TextLink to={`catalog/products/${id}`}>{String(id)}</TextLink>;
}

interface WhatProps {
  readonly row: OfferedRow;
  readonly supplier: KnownSupplierDto;
}

function What({ row: { category, product }, supplier }: WhatProps) {
  const words = useWords('offer');
  if (category) {
    return (
      <strong>
        <PickBox {...{ supplier, item: category, label: category.path }} name="picked_categories" />{' '}
        <small>
          {words.products}: <bdi>{category.products}</bdi>
        </small>
      </strong>
    );
  }
  return (
    <>
      <PickBox {...{ supplier, item: product, label: product.name }} name="picked_products" />
      {!product.available && <Badge kind="plain">{words.isOff}</Badge>}
    </>
  );
}

interface PickProps extends Pick<WhatProps, 'supplier'> {
  readonly item: { readonly id: number; readonly picked: boolean };
  readonly name: 'picked_categories' | 'picked_products';
  readonly label: string;
}

/** The box of an item; none where a category above it is picked. */
function PickBox({ supplier, item: { id, picked }, name, label }: PickProps) {
  const words = useWords('offer');
  const isOwn = supplier[name]?.includes(id) === true;
  const isEverything = isAll(supplier);
  if (picked && !isOwn && !isEverything) {
    return (
      <>
        <bdi>{label}</bdi> <Badge kind="good">{words.picked}</Badge>
      </>
    );
  }
  const box = { isTicked: isOwn || isEverything, isDisabled: isEverything };
  return <Check {...{ name, label, ...box }} value={String(id)} />;
}
