import type { VNode } from 'preact';
import { Disclosure } from '../../pages/disclosure.js';
import { Choice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import type { RuleTarget } from './shown-items.js';

interface RuleFormProps {
  readonly visit: Visit;
  readonly target: RuleTarget;
  readonly state: FormState;
}

/** The form that shows or hides something for an account, a group or everyone. */
export function NewVisibility({ visit, target, state }: RuleFormProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  return (
    <Disclosure title={words.newRule} isOpen={state.fault !== undefined}>
      <Form
        action={visit.links.to('catalog/rules/visibility')}
        hidden={hiddenIds(target)}
        state={state}
        label={words.visibility}
      >
        <p class="hint">{words.newRuleHint}</p>
        <AudienceInputs visit={visit} state={state} hint={words.audienceHint} />
        <Choice
          name="visible"
          label={words.rule}
          options={[
            ['false', words.hidden],
            ['true', words.shown],
          ]}
          state={state}
        />
        <Submit>{words.save}</Submit>
      </Form>
    </Disclosure>
  );
}

/** The form for a price of an account or a group: for a product fixed or by a percentage, for a category by a percentage. */
export function NewPrice({ visit, target, state }: RuleFormProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  return (
    <Disclosure title={words.newRule} isOpen={state.fault !== undefined}>
      <Form
        action={visit.links.to('catalog/rules/prices')}
        hidden={hiddenIds(target)}
        state={state}
        label={words.prices}
      >
        <p class="hint">{words.newRuleHint}</p>
        <AudienceInputs visit={visit} state={state} hint={words.oneAudienceHint} />
        <Input
          name="percentage"
          label={words.percentage}
          hint={words.percentageHint}
          isDecimal
          isOptional={target.product_id !== undefined}
          state={state}
        />
        {target.product_id !== undefined && (
          <Input
            name="fixed_price"
            label={words.fixedPrice}
            hint={words.fixedPriceHint}
            isDecimal
            isOptional
            state={state}
          />
        )}
        <Submit>{words.save}</Submit>
      </Form>
    </Disclosure>
  );
}

interface AudienceInputsProps {
  readonly visit: Visit;
  readonly state: FormState;
  readonly hint: string;
}

function AudienceInputs({ visit, state, hint }: AudienceInputsProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  const input = { isDecimal: true, isOptional: true, state };
  return (
    <>
      <Input name="account_id" label={words.accountId} {...input} />
      <Input name="group_id" label={words.groupId} hint={hint} {...input} />
    </>
  );
}

function hiddenIds({ category_id: category, product_id: product }: RuleTarget) {
  return {
    category_id: category === undefined ? undefined : String(category),
    product_id: product === undefined ? undefined : String(product),
  };
}
