import { Details } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { Badge, Code, Money, Text } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { ShownAccountProduct } from './account-product-reading.service.js';
import { OwnPriceForms, OwnVisibilityForms } from './own-rule-forms.js';
import { ListedBy, PricedBy } from './rule-text.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Whether an account sees a product, at which price, and why; forms that change it for this account alone. */
export function accountProductPage(
  visit: Visit,
  shown: ShownAccountProduct,
  refused?: RefusedForm<string>,
): Page {
  const words = wordsOf(visit.language, 'accountCatalog');
  const { account } = shown;
  return accountFrame({
    account,
    part: 'catalog',
    said: { set: words.ruleSet, cleared: words.ruleCleared },
    content: (
      <>
        <Facts shown={shown} />
        <div class="columns">
          {visit.caller.may('visibility.edit') && <OwnVisibilityForms {...shown} />}
          {visit.caller.may('prices.edit') && (
            <OwnPriceForms {...shown} state={stateOf(refused, 'price')} />
          )}
        </div>
        <LinkLine to={`catalog/products/${shown.product.id}`}>{words.inCatalog}</LinkLine>
        <LinkLine to={`accounts/${account.id}/catalog`}>{words.back}</LinkLine>
      </>
    ),
  });
}

function Facts({ shown: { product, categoryNames } }: { readonly shown: ShownAccountProduct }) {
  const words = useWords('accountCatalog');
  const { listed, price } = product;
  return (
    <section class="card">
      <h2>
        <Text>{product.name}</Text> (<Code>{product.id}</Code>)
      </h2>
      <Details
        entries={[
          [
            words.listedBy,
            <>
              <Badge kind={listed ? 'good' : 'bad'}>
                {listed ? words.listed : words.notListed}
              </Badge>{' '}
              <ListedBy product={product} categoryNames={categoryNames} />
            </>,
          ],
          [words.price, price === null ? words.noPrice : <Money value={price} />],
          [words.priceBy, <PricedBy product={product} categoryNames={categoryNames} />],
          [words.basePrice, <Money value={product.base_price} />],
        ]}
      />
    </section>
  );
}
