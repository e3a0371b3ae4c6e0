import type { ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import { FaultNotice } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Tile } from '../../pages/tile.js';
import { Code, Money, Text, Time } from '../../pages/values.js';
import { DeliverySection } from '../delivery/delivery-section.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { PathLinks, ProductState } from './item-parts.js';
import { CostOfProduct } from './product-cost.js';
import { Picture } from './picture-form.js';
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
      pictured: words.pictured,
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
        <Head product={product} cost={cost} isHidden={shown.isHidden} />
        <div class="split">
          <div>
            <ProductForms product={product} cost={cost} path={shown.path} refused={refused} />
          </div>
          <div>
            {delivery && (
              <DeliverySection
                delivery={delivery}
                to={`catalog/products/${product.id}/delivery`}
                state={stateOf(refused, 'delivery')}
              />
            )}
            <RulesSection
              rules={shown.rules}
              target={{ product_id: product.id }}
              refused={refused}
            />
            <ChangesLink target={`product ${product.id}`} />
          </div>
        </div>
      </>
    ),
  };
}

interface HeadProps {
  readonly product: ProductDto;
  readonly cost: ProductCostDto | undefined;
  readonly isHidden: boolean;
}

/** What matters most: whether it is on sale, for how much, and what an order of it asks for. */
function Head({ product, cost, isHidden }: HeadProps) {
  const words = useWords('catalog');
  const { cost: costTitle } = useWords('productCost');
  const { image, deleted_at: deletedAt, qty_values: quantities, params } = product;
  return (
    <div class="tiles">
      <Tile title={words.state} value={<ProductState product={product} isHidden={isHidden} />}>
        {deletedAt !== null && <Time value={deletedAt} />}
        <Picture image={image} size="large" />
      </Tile>
      <Tile title={words.basePrice} value={<Money value={product.price} />}>
        {cost && (
          <>
            {costTitle} <CostOfProduct cost={cost} />
          </>
        )}
      </Tile>
      <Tile title={words.productType} value={productTypeText(words, product.product_type)}>
        {quantities !== null && (
          <div>
            {words.qtyValues}: <Code>{quantitiesText(quantities)}</Code>
          </div>
        )}
        {params.length > 0 && (
          <div>
            {words.accountFields}: <Text>{params.join(', ')}</Text>
          </div>
        )}
      </Tile>
    </div>
  );
}
