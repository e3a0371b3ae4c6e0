import type { VNode } from 'preact';
import { Disclosure } from '../../pages/disclosure.js';
import { Choice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Picker, type Picked } from '../../pages/picker.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { RULE_FORM_WORDS } from './rule-form-words.js';
import type { RuleTarget, ShownRules } from './shown-items.js';

interface RuleFormProps {
  readonly visit: Visit;
  readonly target: RuleTarget;
  /** The groups to choose from; undefined if they are too many for a list. */
  readonly groups: ShownRules['groups'];
  readonly state: FormState;
  /** What was found by the text that names an account. */
  readonly picked: Picked | undefined;
}

/** The form that shows or hides something for an account, a group or everyone. */
export function NewVisibility({ visit, target, groups, state, picked }: RuleFormProps): VNode {
  const words = RULE_FORM_WORDS[visit.language];
  const { visibility, rule, save } = CATALOG_WORDS[visit.language];
  return (
    <Disclosure title={words.newVisibility} isOpen={isOpen(visit, state)}>
      <Form
        to="catalog/rules/visibility"
        hidden={hiddenIds(target)}
        state={state}
        label={visibility}
        button={save}
      >
        <AudienceInputs {...{ visit, groups, state, picked }} hasEveryone />
        <fieldset>
          <legend>{whatOf(target, words.whatProduct, words.whatCategory)}</legend>
          <Choice
            name="visible"
            label={rule}
            options={[
              ['false', words.hide],
              ['true', words.show],
            ]}
            state={state}
          />
        </fieldset>
        <p class="hint">{words.newRuleHint}</p>
      </Form>
    </Disclosure>
  );
}

/** The form for a price of an account or a group: for a product fixed or by a percentage, for a category by a percentage. */
export function NewPrice({ visit, target, groups, state, picked }: RuleFormProps): VNode {
  const words = RULE_FORM_WORDS[visit.language];
  const { prices, save } = CATALOG_WORDS[visit.language];
  return (
    <Disclosure title={words.newPrice} isOpen={isOpen(visit, state)}>
      <Form to="catalog/rules/prices" hidden={hiddenIds(target)} state={state} label={prices}>
        <AudienceInputs {...{ visit, groups, state, picked }} />
        <fieldset>
          <legend>{whatOf(target, words.priceProduct, words.priceCategory)}</legend>
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
        </fieldset>
        <p class="hint">{words.newRuleHint}</p>
        <Submit>{save}</Submit>
      </Form>
    </Disclosure>
  );
}

/** The form stands open for an account that a link of its catalog names. */
function isOpen(visit: Visit, state: FormState): boolean {
  return state.fault !== undefined || visit.query.has('account_id');
}

function whatOf(target: RuleTarget, product: string, category: string): string {
  return target.product_id === undefined ? category : product;
}

interface AudienceInputsProps extends Omit<RuleFormProps, 'target'> {
  /** True where everyone can be meant. It is never what a form opens on. */
  readonly hasEveryone?: boolean;
}

/** Says whom a rule is for, and names the account or the group. */
function AudienceInputs({ visit, groups, state, picked, hasEveryone }: AudienceInputsProps): VNode {
  const words = RULE_FORM_WORDS[visit.language];
  // Prefilled by a link of the catalog of an account.
  const account = visit.query.get('account_id') ?? '';
  return (
    <fieldset>
      <legend>{words.forWhom}</legend>
      <Choice
        name="for_whom"
        label={words.whom}
        value={account === '' ? '' : 'account'}
        options={[
          ['', words.noChoice],
          ['account', words.oneAccount],
          ['group', words.oneGroup],
          ...(hasEveryone ? [['everyone', words.everyone] as const] : []),
        ]}
        state={state}
      />
      <Picker
        name="account_id"
        label={words.account}
        value={account}
        picked={picked}
        isOptional
        state={state}
      />
      {groups ? (
        <Choice
          name="group_id"
          label={words.group}
          options={[['', words.none], ...groups.map(({ id, name }) => [String(id), name] as const)]}
          state={state}
        />
      ) : (
        <Input name="group_id" label={words.groupId} isDecimal isOptional state={state} />
      )}
    </fieldset>
  );
}

function hiddenIds({ category_id: category, product_id: product }: RuleTarget) {
  return {
    category_id: category === undefined ? undefined : String(category),
    product_id: product === undefined ? undefined : String(product),
  };
}
