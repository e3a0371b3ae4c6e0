import type { ComponentProps } from 'preact';
import { priceSet } from '../../operations/catalog/rule.operations.js';
import { FormDisclosure } from '../../pages/card.js';
import { Choice, Input, type FormState } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import { idFields, type RuleTarget } from './rule-columns.js';
import type { ShownRules } from './rule-reading.service.js';
import { useWords } from '../../pages/words.js';

interface RuleFormProps {
  readonly target: RuleTarget;
  /** The groups to choose from; undefined if they are too many for a list. */
  readonly groups: ShownRules['groups'];
  readonly state: FormState;
}

/** The form that shows or hides something for an account, a group or everyone. */
export function NewVisibility(props: RuleFormProps) {
  const words = useWords('ruleForm');
  const { visibility, rule } = useWords('catalog');
  const isOfProduct = props.target.product_id !== undefined;
  return (
    <NewRule
      {...props}
      title={words.newVisibility}
      to="catalog/rules/visibility"
      label={visibility}
      what={isOfProduct ? words.whatProduct : words.whatCategory}
      hasEveryone
    >
      <Choice
        name="visible"
        label={rule}
        options={[
          ['false', words.hide],
          ['true', words.show],
        ]}
      />
    </NewRule>
  );
}

/** The form for a price of an account or a group: for a product fixed or by a percentage, for a category by a percentage. */
export function NewPrice(props: RuleFormProps) {
  const words = useWords('ruleForm');
  const { prices } = useWords('catalog');
  const isOfProduct = props.target.product_id !== undefined;
  return (
    <NewRule
      {...props}
      title={words.newPrice}
      to="catalog/rules/prices"
      label={prices}
      what={isOfProduct ? words.priceProduct : words.priceCategory}
      {...formFor(priceSet)}
    >
      <Input
        name="percentage"
        label={words.percentage}
        hint={words.percentageHint}
        isOptional={isOfProduct}
      />
      {isOfProduct && (
        <Input name="fixed_price" label={words.fixedPrice} hint={words.fixedPriceHint} />
      )}
    </NewRule>
  );
}

interface NewRuleProps extends RuleFormProps, ComponentProps<typeof FormDisclosure> {
  readonly state: FormState;
  /** What the rule sets. */
  readonly what: string;
  readonly hasEveryone?: boolean;
}

function NewRule({ target, groups, what, hasEveryone, children, ...form }: NewRuleProps) {
  const visit = useVisit();
  const { newRuleHint } = useWords('ruleForm');
  return (
    <FormDisclosure
      {...form}
      isOpen={visit.query.has('account_id')}
      hidden={idFields({ ...target })}
      button={useWords('catalog').save}
    >
      <AudienceInputs groups={groups} hasEveryone={hasEveryone === true} />
      <fieldset>
        <legend>{what}</legend>
        {children}
      </fieldset>
      <p class="hint">{newRuleHint}</p>
    </FormDisclosure>
  );
}

interface AudienceInputsProps extends Pick<RuleFormProps, 'groups'> {
  /** True where everyone can be meant. It is never what a form opens on. */
  readonly hasEveryone: boolean;
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
