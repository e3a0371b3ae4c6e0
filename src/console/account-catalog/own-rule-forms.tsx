import type { VNode } from 'preact';
import type { ExplainedProductDto } from '../../operations/catalog/account-catalog.lists.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../operations/catalog/rule.operations.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import type { Visit } from '../visit/visit.js';
import { ACCOUNT_CATALOG_WORDS } from './account-catalog-words.js';

interface OwnRuleProps {
  readonly visit: Visit;
  readonly account: AccountDto;
  readonly product: ExplainedProductDto;
}

interface OwnVisibilityProps extends OwnRuleProps {
  readonly ownVisibility: VisibilityRuleDto | null;
}

/** Hides a product from one account or shows it, or takes that back. */
export function OwnVisibilityForms({ visit, ownVisibility, ...of }: OwnVisibilityProps): VNode {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  const { account, product } = of;
  const hiddenBy = product.listed_by === 'hidden-by-rule' ? product.visibility_rule : null;
  const hiddenCategory = hiddenBy?.category_id ?? null;
  return (
    <section class="card">
      <h2>{words.ownVisibility}</h2>
      {hiddenCategory === null ? (
        <Form
          action={actionOf(visit, of, 'visibility')}
          hidden={{ visible: String(hiddenBy !== null) }}
          label={words.ownVisibility}
        >
          <Submit kind={hiddenBy ? 'main' : 'danger'}>{hiddenBy ? words.show : words.hide}</Submit>
        </Form>
      ) : (
        <p class="hint">
          {words.hiddenAbove}{' '}
          <a
            href={visit.links.to(`catalog/categories/${hiddenCategory}`, {
              account_id: String(account.id),
            })}
          >
            {words.toCategoryRules}
          </a>
        </p>
      )}
      {ownVisibility && (
        <Form action={actionOf(visit, of, 'visibility/clear')} label={words.forget}>
          <Submit kind="plain">{words.forget}</Submit>
        </Form>
      )}
    </section>
  );
}

interface OwnPriceProps extends OwnRuleProps {
  readonly ownPrice: PriceRuleDto | null;
  readonly state: FormState;
}

/** Sets what one account pays for a product, or takes that back. */
export function OwnPriceForms({ visit, ownPrice, state, ...of }: OwnPriceProps): VNode {
  const words = ACCOUNT_CATALOG_WORDS[visit.language];
  return (
    <section class="card">
      <h2>{words.ownPrice}</h2>
      <Form action={actionOf(visit, of, 'price')} state={state} label={words.ownPrice}>
        <p class="hint">{words.oneOfTwo}</p>
        <Input
          name="fixed_price"
          label={words.fixedPrice}
          value={ownPrice?.fixed_price ?? ''}
          isDecimal
          isOptional
          state={state}
        />
        <Input
          name="percentage"
          label={words.percentage}
          hint={words.percentageHint}
          value={ownPrice?.percentage ?? ''}
          isDecimal
          isOptional
          state={state}
        />
        <Submit>{words.setPrice}</Submit>
      </Form>
      {ownPrice && (
        <Form action={actionOf(visit, of, 'price/clear')} label={words.forget}>
          <Submit kind="plain">{words.forget}</Submit>
        </Form>
      )}
    </section>
  );
}

function actionOf(
  { links }: Visit,
  { account, product }: Omit<OwnRuleProps, 'visit'>,
  action: string,
): string {
  return links.to(`accounts/${account.id}/catalog/products/${product.id}/${action}`);
}
