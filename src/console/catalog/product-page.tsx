import type { ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import { DetailsCard } from '../../pages/card.js';
import { FaultNotice } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Code, Money, Text, Time } from '../../pages/values.js';
import { DeliverySection } from '../delivery/delivery-section.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { PathLinks, ProductState } from './item-parts.js';
import { CostOfProduct } from './product-cost.js';
import { ProductForms } from './product-forms.js';
import { productTypeText, quantitiesText } from './quantity-inputs.js';
import { RulesSection } from './rules-section.js';
import { ChangesLink } from '../shell/changes-link.js';
import type { ShownProduct } from './shown-items.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A product: what it is, who sees it at which price, and what can be changed. */
export function productPage(
  visit: Visit,
  shown: ShownProduct,
  refused?: RefusedForm<string>,
): Page {
  const words = wordsOf(visit.language, 'catalog');
  const { product, cost, delivery } = shown;
  const said = {
    ...{
      product: product.available ? words.madeProduct : words.madeProductOff,
      saved: words.saved,
      priced: words.priced,
    },
    ...{
      costed: wordsOf(visit.language, 'productCost').saved,
      delivered: wordsOf(visit.language, 'delivery').saved,
    },
    ...{ deleted: words.wasDeleted, restored: words.wasRestored },
    ...{ ruleSet: words.ruleSet, ruleCleared: words.ruleCleared },
  };
  const isSwitch = refused?.name === 'availability' || refused?.name === 'deletion';
  return {
    title: `${isolated(product.name)} · ${isolated(String(product.id))}`,
    content: (
      <>
        <PathLinks path={shown.path} />
        <DoneNotice said={said} />
        {isSwitch && <FaultNotice fault={refused.state.fault} />}
        <Facts product={product} cost={cost} isHidden={shown.isHidden} />
        <ProductForms product={product} cost={cost} path={shown.path} refused={refused} />
        {delivery && (
          <DeliverySection
            delivery={delivery}
            to={`catalog/products/${product.id}/delivery`}
            state={stateOf(refused, 'delivery')}
          />
        )}
        <RulesSection rules={shown.rules} target={{ product_id: product.id }} refused={refused} />
        <ChangesLink target={`product ${product.id}`} />
      </>
    ),
  };
}

interface FactsProps {
  readonly product: ProductDto;
  readonly cost: ProductCostDto | undefined;
  readonly isHidden: boolean;
}

function Facts({ product, cost, isHidden }: FactsProps) {
  const visit = useVisit();
  const words = useWords('catalog');
  const { image, deleted_at: deletedAt, qty_values: quantities, params } = product;
  return (
    <DetailsCard
      entries={[
        [words.state, <ProductState product={product} isHidden={isHidden} />],
        deletedAt !== null && [words.deleted, <Time value={deletedAt} />],
        [words.basePrice, <Money value={product.price} />],
        cost && [wordsOf(visit.language, 'productCost').cost, <CostOfProduct cost={cost} />],
        [words.productType, productTypeText(words, product.product_type)],
        quantities !== null && [words.qtyValues, <Code>{quantitiesText(quantities)}</Code>],
        params.length === 0 ? undefined : [words.accountFields, <Text>{params.join(', ')}</Text>],
        image !== null && [words.image, <Code>{image}</Code>],
      ]}
    />
  );
}
