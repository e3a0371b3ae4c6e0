import { priceSet } from '../../operations/catalog/rule.operations.js';
import { Card } from '../../pages/card.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { LinkLine, PageLink } from '../../pages/text-links.js';
import { Badge, Code, Money, Text } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { ShownAccountProduct } from './account-product-reading.service.js';
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

/** Hides a product from one account or shows it, or takes that back. */
function OwnVisibilityForms(shown: ShownAccountProduct) {
  const words = useWords('accountCatalog');
  const { account, product, ownVisibility } = shown;
  const hiddenBy = product.listed_by === 'hidden-by-rule' ? product.visibility_rule : null;
  const hiddenCategory = hiddenBy?.category_id ?? null;
  return (
    <Card title={words.ownVisibility}>
      {hiddenCategory === null ? (
        <Form
          to={pathOf(shown, 'visibility')}
          hidden={{ visible: String(hiddenBy !== null) }}
          label={words.ownVisibility}
          button={hiddenBy ? words.show : words.hide}
          kind={hiddenBy ? 'main' : 'danger'}
        />
      ) : (
        <p class="hint">
          {words.hiddenAbove}{' '}
          <PageLink
            to={`catalog/categories/${hiddenCategory}`}
            parameters={{ account_id: String(account.id) }}
          >
            {words.toCategoryRules}
          </PageLink>
        </p>
      )}
      {ownVisibility && (
        <Form to={pathOf(shown, 'visibility/clear')} button={words.forget} kind="plain" />
      )}
    </Card>
  );
}

/** Sets what one account pays for a product, or takes that back. */
function OwnPriceForms({ state, ...shown }: ShownAccountProduct & { state: FormState }) {
  const { ownPrice } = shown;
  const words = useWords('accountCatalog');
  return (
    <Card title={words.ownPrice}>
      <Form
        to={pathOf(shown, 'price')}
        state={state}
        label={words.ownPrice}
        hint={words.oneOfTwo}
        button={words.setPrice}
        {...formFor(priceSet, ownPrice ?? {})}
      >
        <Input name="fixed_price" label={words.fixedPrice} />
        <Input name="percentage" label={words.percentage} hint={words.percentageHint} />
      </Form>
      {ownPrice && <Form to={pathOf(shown, 'price/clear')} button={words.forget} kind="plain" />}
    </Card>
  );
}

function pathOf({ account, product }: ShownAccountProduct, action: string): string {
  return `accounts/${account.id}/catalog/products/${product.id}/${action}`;
}
