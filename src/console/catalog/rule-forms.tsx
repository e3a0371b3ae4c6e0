import { priceSet } from '../../operations/catalog/rule.operations.js';
import { FormDisclosure } from '../../pages/card.js';
import { Choice, Input, type FormState } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import type { RuleTarget, ShownRules } from './shown-items.js';
import { useWords } from '../../pages/words.js';

interface RuleFormProps {
  readonly target: RuleTarget;
  /** The groups to choose from; undefined if they are too many for a list. */
  readonly groups: ShownRules['groups'];
  readonly state: FormState;
}

/** The form that shows or hides something for an account, a group or everyone. */
export function NewVisibility({ target, groups, state }: RuleFormProps) {
  const visit = useVisit();
  const words = useWords('ruleForm');
  const { visibility, rule, save } = useWords('catalog');
  return (
    <FormDisclosure
      title={words.newVisibility}
      isOpen={visit.query.has('account_id')}
      to="catalog/rules/visibility"
      hidden={hiddenIds(target)}
      state={state}
      label={visibility}
      button={save}
    >
      <AudienceInputs groups={groups} hasEveryone />
      <fieldset>
        <legend>{whatOf(target, words.whatProduct, words.whatCategory)}</legend>
        <Choice
          name="visible"
          label={rule}
          options={[
            ['false', words.hide],
            ['true', words.show],
          ]}
        />
      </fieldset>
      <p class="hint">{words.newRuleHint}</p>
    </FormDisclosure>
  );
}

/** The form for a price of an account or a group: for a product fixed or by a percentage, for a category by a percentage. */
export function NewPrice({ target, groups, state }: RuleFormProps) {
  const visit = useVisit();
  const words = useWords('ruleForm');
  const { prices, save } = useWords('catalog');
  return (
    <FormDisclosure
      title={words.newPrice}
      isOpen={visit.query.has('account_id')}
      to="catalog/rules/prices"
      hidden={hiddenIds(target)}
      state={state}
      label={prices}
      button={save}
      {...formFor(priceSet)}
    >
      <AudienceInputs groups={groups} />
      <fieldset>
        <legend>{whatOf(target, words.priceProduct, words.priceCategory)}</legend>
        <Input
          name="percentage"
          label={words.percentage}
          hint={words.percentageHint}
          isOptional={target.product_id !== undefined}
        />
        {target.product_id !== undefined && (
          <Input name="fixed_price" label={words.fixedPrice} hint={words.fixedPriceHint} />
        )}
      </fieldset>
      <p class="hint">{words.newRuleHint}</p>
    </FormDisclosure>
  );
}

function whatOf(target: RuleTarget, product: string, category: string): string {
  return target.product_id === undefined ? category : product;
}

interface AudienceInputsProps extends Omit<RuleFormProps, 'target' | 'state'> {
  /** True where everyone can be meant. It is never what a form opens on. */
  readonly hasEveryone?: boolean;
}

/** Says whom a rule is for, and names the account or the group. */
function AudienceInputs({ groups, hasEveryone }: AudienceInputsProps) {
  const visit = useVisit();
  const words = useWords('ruleForm');
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
      />
      <Picker name="account_id" label={words.account} value={account} isOptional />
      {groups ? (
        <Choice
          name="group_id"
          label={words.group}
          options={[['', words.none], ...groups.map(({ id, name }) => [String(id), name] as const)]}
        />
      ) : (
        <Input name="group_id" label={words.groupId} isDecimal isOptional />
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
