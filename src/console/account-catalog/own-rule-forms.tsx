import { priceSet } from '../../operations/catalog/rule.operations.js';
import { Card } from '../../pages/card.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import { PageLink } from '../../pages/text-links.js';
import { formFor } from '../operations/form-for.js';
import type { ShownAccountProduct } from './account-product-reading.service.js';
import { useWords } from '../../pages/words.js';

/** Hides a product from one account or shows it, or takes that back. */
export function OwnVisibilityForms(shown: ShownAccountProduct) {
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
export function OwnPriceForms({ state, ...shown }: ShownAccountProduct & { state: FormState }) {
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
