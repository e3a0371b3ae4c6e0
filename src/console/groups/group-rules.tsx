import type { GroupDto } from '../../operations/accounts/group.operations.js';
import { priceSet } from '../../operations/catalog/rule.operations.js';
import { TextLink } from '../../pages/text-links.js';
import { FormDisclosure } from '../../pages/card.js';
import { Form, Input } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import type { Column } from '../../pages/table.js';
import { ListSection } from '../catalog/list-section.js';
import { PriceOfRule, VisibilityOfRule, pageOfTarget, type Rule } from '../catalog/rule-columns.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { Placed } from '../shell/picture.js';
import { useVisit } from '../visit/use-visit.js';
import type { GroupRules } from './group-reading.service.js';
import { useWords } from '../../pages/words.js';

interface GroupRulesProps {
  readonly group: GroupDto;
  readonly rules: GroupRules;
  readonly refused: RefusedForm<string> | undefined;
}

/** What the accounts of a group pay and see, each rule with a link to what it is on. */
export function GroupRulesSection({ group, rules, refused }: GroupRulesProps) {
  const mayEdit = useVisit().caller.may('prices.edit');
  const words = useWords('group');
  const at = `groups/${group.id}`;
  const target: Column<Rule> = [words.target, (rule) => <Target rule={rule} rules={rules} />];
  return (
    <>
      <ListSection
        title={words.prices}
        at={at}
        list="prices"
        columns={[target, [words.price, PriceOfRule]]}
        page={{ ...rules.prices, items: rules.prices.items.toSorted(byNearness) }}
        whenEmpty={words.noPrices}
      >
        <p class="hint">{words.ladderHint}</p>
        {mayEdit && <WholeCatalog {...{ group, rules, refused }} />}
        {mayEdit && <OnePrice {...{ group, rules, refused }} />}
      </ListSection>
      <ListSection
        title={words.visibility}
        at={at}
        list="visibility"
        columns={[target, [words.rule, VisibilityOfRule]]}
        page={rules.visibility}
        whenEmpty={words.noVisibility}
      >
        <p class="hint">{words.elsewhere}</p>
      </ListSection>
    </>
  );
}

/** From the whole catalog over categories to products: what fits further down applies. */
function byNearness(one: Rule, other: Rule): number {
  return nearness(one) - nearness(other);
}

function nearness({ category_id: category, product_id: product }: Rule): number {
  if (product !== null) return 2;
  return category === null ? 0 : 1;
}

function Target({ rule, rules }: { readonly rule: Rule; readonly rules: GroupRules }) {
  const words = useWords('group');
  const { category_id: category, product_id: product } = rule;
  const id = product ?? category;
  if (id === null) return <>{words.wholeCatalog}</>;
  const known = product === null ? rules.names.categories : rules.names.products;
  return (
    <Placed id={product} places={rules.names.places}>
      <TextLink to={pageOfTarget(rule)}>{known.get(id) ?? id}</TextLink>{' '}
      <small>{product === null ? words.category : words.product}</small>
    </Placed>
  );
}

/** The price of the group on all that has no nearer rule. */
function WholeCatalog({ group, rules, refused }: GroupRulesProps) {
  const words = useWords('group');
  const to = `groups/${group.id}/price`;
  return (
    <section class="card">
      <h3>{words.setWhole}</h3>
      <Form
        to={to}
        state={stateOf(refused, 'price')}
        label={words.setWhole}
        button={words.setPrice}
        {...formFor(priceSet, rules.wholeCatalog ?? {})}
      >
        <Input
          name="percentage"
          label={words.percentage}
          hint={words.percentageHint}
          isOptional={false}
        />
      </Form>
      {rules.wholeCatalog && <Form to={`${to}/clear`} button={words.clearWhole} kind="plain" />}
    </section>
  );
}

/** The price of the group on a category or a product. */
function OnePrice({ group, refused }: GroupRulesProps) {
  const words = useWords('group');
  const { percentage, fixedPrice, fixedPriceHint } = useWords('ruleForm');
  return (
    <FormDisclosure
      title={words.setOne}
      to={`groups/${group.id}/prices`}
      state={stateOf(refused, 'prices')}
      hint={words.setOneHint}
      button={words.setPrice}
      {...formFor(priceSet)}
    >
      <Picker name="category_id" label={words.category} isOptional />
      <Picker name="product_id" label={words.product} isOptional />
      <Input name="percentage" label={percentage} />
      <Input name="fixed_price" label={fixedPrice} hint={fixedPriceHint} />
    </FormDisclosure>
  );
}
