import { marginPercent } from '../../common/money.js';
import { productSet, type ProductDto } from '../../operations/catalog/product.operations.js';
import { FaultNotice } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { DangerZone, ThingHead, FormCard } from '../../pages/card.js';
import { ButtonLink } from '../../pages/text-links.js';
import { Code, Money, Text, Time } from '../../pages/values.js';
import { LatestChanges } from '../audit/latest-changes.js';
import { DeliverySection, FirstWay } from '../delivery/delivery-section.js';
import { sentTo, type RefusedForm } from '../http/refused-form.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { PathLinks, ProductState } from './item-parts.js';
import { Picture } from '../shell/picture.js';
import { ProductForms, CostSource } from './product-forms.js';
import { productTypeText, quantitiesText } from './quantity-inputs.js';
import { RulesSection } from './rules-section.js';
import type { ShownProduct } from './product-reading.service.js';
import { useWords, wordsOf, type Words } from '../../pages/words.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';

/** A product: what it is, who sees it at which price, and what can be changed. */
export function productPage(
  visit: Visit,
  shown: ShownProduct,
  refused?: RefusedForm<string>,
): Page {
  const words = wordsOf(visit.language, 'catalog');
  const { product, cost, delivery, changes } = shown;
  const said = {
    ...{
      product: product.available ? words.madeProduct : words.madeProductOff,
      saved: words.saved,
      pictured: words.pictured,
    },
    ...{
      costed: wordsOf(visit.language, 'productCost').saved,
      delivered: wordsOf(visit.language, 'delivery').saved,
    },
    ...{ deleted: words.wasDeleted, restored: words.wasRestored },
    ...{ ruleSet: words.ruleSet, ruleCleared: words.ruleCleared },
  };
  return {
    title: `${isolated(product.name)} · ${isolated(String(product.id))}`,
    about: { page: 'product', id: product.id },
    content: (
      <>
        <PathLinks path={shown.path} />
        <DoneNotice said={said} />
        {refused?.name === 'deletion' && <FaultNotice fault={refused.state.fault} />}
        <Head shown={shown} />
        <div class="split">
          <div>
            <ProductForms product={product} cost={cost} path={shown.path} refused={refused} />
          </div>
          <div>
            {delivery && (
              <DeliverySection
                delivery={delivery}
                {...sentTo(`catalog/products/${product.id}`, 'delivery', refused)}
              />
            )}
            <RulesSection
              rules={shown.rules}
              target={{ product_id: product.id }}
              refused={refused}
            />
            {changes && <LatestChanges target={`product ${product.id}`} changes={changes} />}
          </div>
        </div>
        {visit.caller.may('catalog.edit') && (
          <DangerZone>
            <DeletionForm product={product} />
          </DangerZone>
        )}
      </>
    ),
  };
}

/** What matters most: whether it is on sale, what is left of its price, who delivers, and what an order of it asks for. */
function Head({ shown: { product, cost, delivery, isHidden } }: { readonly shown: ShownProduct }) {
  const { caller } = useVisit();
  const words = useWords('catalog');
  const { cost: costTitle } = useWords('productCost');
  const { orders } = useWords('account');
  const { title: deliveredBy } = useWords('delivery');
  const { price, image, deleted_at: deletedAt } = product;
  const margin = cost && cost.cost !== null ? marginPercent(price, cost.cost) : undefined;
  return (
    <ThingHead
      state={<ProductState product={product} isHidden={isHidden} />}
      beside={
        <>
          {deletedAt !== null && <Time value={deletedAt} />}
          <Picture image={image} size="large" />
        </>
      }
      facts={[
        {
          title: words.basePrice,
          value: <Money value={price} />,
          more: margin !== undefined && (
            <>
              {words.margin}: <bdi dir="ltr">{margin} %</bdi>
            </>
          ),
        },
        cost && {
          title: costTitle,
          value: cost.cost === null ? '—' : <Money value={cost.cost} />,
          more: <CostSource cost={cost} />,
        },
        delivery && { title: deliveredBy, value: <FirstWay delivery={delivery} /> },
        { title: words.accountFields, ...askedOf(words, product) },
      ]}
      actions={
        caller.may('orders.read') && (
          <ButtonLink to="orders" parameters={{ product_id: String(product.id) }}>
            {orders}
          </ButtonLink>
        )
      }
    />
  );
}

/** The fields that an order asks for, and how its quantity is chosen. */
function askedOf(words: Words<'catalog'>, { params, product_type: type, ...product }: ProductDto) {
  const { qty_values: quantities } = product;
  const how = productTypeText(words, type);
  return {
    value: params.length === 0 ? '—' : <Text>{params.join(', ')}</Text>,
    more: (
      <>
        {how}
        {quantities !== null && (
          <>
            : <Code>{quantitiesText(quantities)}</Code>
          </>
        )}
      </>
    ),
  };
}

/** Deletes and restores a product. */
function DeletionForm({ product }: { readonly product: ProductDto }) {
  const words = useWords('catalog');
  const isDeleted = product.deleted_at !== null;
  const { hidden, ...form } = formFor(productSet, product);
  return (
    <FormCard
      title={isDeleted ? words.restore : words.deleteProduct}
      to={`catalog/products/${product.id}/deletion`}
      hint={words.deleteHint}
      button={isDeleted ? words.restore : words.delete}
      kind={isDeleted ? 'plain' : 'danger'}
      hidden={{ ...hidden, deleted: String(!isDeleted) }}
      {...form}
    />
  );
}

/** Asked before a product is deleted. */
export function deletionQuestion({ language }: Visit): ConfirmQuestion {
  const words = wordsOf(language, 'catalog');
  return { title: words.deleteProduct, warning: words.deleteWarning };
}
