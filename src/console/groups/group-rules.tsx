import type { VNode } from 'preact';
import type { GroupDto } from '../../operations/accounts/group.operations.js';
import {
  priceSet,
  type PriceRuleDto,
  type VisibilityRuleDto,
} from '../../operations/catalog/rule.operations.js';
import { PageLink, TextLink } from '../../pages/text-links.js';
import { Form, Input } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { Pager, Table, type Column } from '../../pages/table.js';
import { nextPage } from '../catalog/next-page.js';
import { PriceOfRule, VisibilityOfRule } from '../catalog/rule-columns.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import type { GroupRules } from './group-reading.service.js';
import { GROUP_WORDS } from './group-words.js';

interface GroupRulesProps {
  readonly group: GroupDto;
  readonly rules: GroupRules;
  readonly refused: RefusedForm<string> | undefined;
}

type Rule = VisibilityRuleDto | PriceRuleDto;

/** What the accounts of a group pay and see, each rule with a link to what it is on. */
export function GroupRulesSection({ group, rules, refused }: GroupRulesProps): VNode {
  const visit = useVisit();
  const words = useWords(GROUP_WORDS);
  const page = `groups/${group.id}`;
  const target: Column<Rule> = [words.target, (rule) => <Target rule={rule} rules={rules} />];
  return (
    <>
      <p class="hint">
        {words.elsewhere} <PageLink to="catalog">{words.toCatalog}</PageLink>
      </p>
      <section>
        <h2>{words.prices}</h2>
        <Table
          label={words.prices}
          columns={[target, [words.price, PriceOfRule]]}
          rows={rules.prices.items}
          whenEmpty={words.noPrices}
        />
        <Pager next={nextPage(visit, page, 'prices', rules.prices.next)} />
        {visit.caller.may('prices.edit') && <WholeCatalog {...{ group, rules, refused }} />}
      </section>
      <section>
        <h2>{words.visibility}</h2>
        <Table
          label={words.visibility}
          columns={[target, [words.rule, VisibilityOfRule]]}
          rows={rules.visibility.items}
          whenEmpty={words.noVisibility}
        />
        <Pager next={nextPage(visit, page, 'visibility', rules.visibility.next)} />
      </section>
    </>
  );
}

interface TargetProps {
  readonly rule: Rule;
  readonly rules: GroupRules;
}

function Target({ rule, rules }: TargetProps): VNode {
  const visit = useVisit();
  const { category_id: category, product_id: product } = rule;
  if (product !== null) {
    return (
      <TextLink to={`catalog/products/${product}`}>
        {rules.productNames.get(product) ?? product}
      </TextLink>
    );
  }
  if (category === null) return <>{GROUP_WORDS[visit.language].wholeCatalog}</>;
  return (
    <TextLink to={`catalog/categories/${category}`}>
      {rules.categoryNames.get(category) ?? category}
    </TextLink>
  );
}

/** The price of the group on all that has no nearer rule. */
function WholeCatalog({ group, rules, refused }: GroupRulesProps): VNode {
  const words = useWords(GROUP_WORDS);
  const state = stateOf(refused, 'price');
  const to = `groups/${group.id}/price`;
  return (
    <section class="card">
      <h3>{words.setWhole}</h3>
      <Form
        to={to}
        state={state}
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
