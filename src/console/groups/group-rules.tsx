import type { VNode } from 'preact';
import type { GroupDto } from '../../operations/accounts/group.operations.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../operations/catalog/rule.operations.js';
import { TextLink } from '../../pages/text-links.js';
import { Form, Input, Submit } from '../../pages/form.js';
import { Pager, Table, type Column } from '../../pages/table.js';
import { nextPage } from '../catalog/next-page.js';
import { PriceOfRule, VisibilityOfRule } from '../catalog/rule-columns.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { Visit } from '../visit/visit.js';
import type { GroupRules } from './group-reading.service.js';
import { GROUP_WORDS } from './group-words.js';

interface GroupRulesProps {
  readonly visit: Visit;
  readonly group: GroupDto;
  readonly rules: GroupRules;
  readonly refused: RefusedForm<string> | undefined;
}

type Rule = VisibilityRuleDto | PriceRuleDto;

/** What the accounts of a group pay and see, each rule with a link to what it is on. */
export function GroupRulesSection({ visit, group, rules, refused }: GroupRulesProps): VNode {
  const words = GROUP_WORDS[visit.language];
  const page = `groups/${group.id}`;
  const target: Column<Rule> = {
    title: words.target,
    cell: (rule) => <Target visit={visit} rule={rule} rules={rules} />,
  };
  return (
    <>
      <p class="hint">
        {words.elsewhere} <a href={visit.links.to('catalog')}>{words.toCatalog}</a>
      </p>
      <section>
        <h2>{words.prices}</h2>
        <Table
          label={words.prices}
          columns={[target, { title: words.price, cell: PriceOfRule }]}
          rows={rules.prices.items}
          keyOf={targetKey}
          whenEmpty={words.noPrices}
        />
        <Pager next={nextPage(visit, page, 'prices', rules.prices.next)} />
        {visit.caller.may('prices.edit') && <WholeCatalog {...{ visit, group, rules, refused }} />}
      </section>
      <section>
        <h2>{words.visibility}</h2>
        <Table
          label={words.visibility}
          columns={[target, { title: words.rule, cell: VisibilityOfRule }]}
          rows={rules.visibility.items}
          keyOf={targetKey}
          whenEmpty={words.noVisibility}
        />
        <Pager next={nextPage(visit, page, 'visibility', rules.visibility.next)} />
      </section>
    </>
  );
}

function targetKey({ category_id: category, product_id: product }: Rule): string {
  return `${category} ${product}`;
}

interface TargetProps {
  readonly visit: Visit;
  readonly rule: Rule;
  readonly rules: GroupRules;
}

function Target({ visit, rule, rules }: TargetProps): VNode {
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
function WholeCatalog({ visit, group, rules, refused }: GroupRulesProps): VNode {
  const words = GROUP_WORDS[visit.language];
  const state = stateOf(refused, 'price');
  const action = visit.links.to(`groups/${group.id}/price`);
  return (
    <section class="card">
      <h3>{words.setWhole}</h3>
      <Form action={action} state={state} label={words.setWhole} button={words.setPrice}>
        <Input
          name="percentage"
          label={words.percentage}
          hint={words.percentageHint}
          value={rules.wholeCatalog?.percentage ?? ''}
          isDecimal
          state={state}
        />
      </Form>
      {rules.wholeCatalog && (
        <Form action={`${action}/clear`} label={words.clearWhole}>
          <Submit kind="plain">{words.clearWhole}</Submit>
        </Form>
      )}
    </section>
  );
}
