import type { VNode } from 'preact';
import type { PriceRuleDto, VisibilityRuleDto } from '../../admin/catalog/rules.dto.js';
import { Form, Submit } from '../../pages/form.js';
import { usePage, useWords } from '../../pages/page-context.js';
import { Pager, Table, type Column } from '../../pages/table.js';
import { Badge, Code, Money } from '../../pages/values.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { nextPage } from './next-page.js';
import { NewPrice, NewVisibility } from './rule-forms.js';
import { pageOfTarget, type RuleTarget, type ShownRules } from './shown-items.js';

/** The forms of rules, by the last part of the address that takes them. */
export type RuleFormName = 'visibility' | 'prices';

interface RulesSectionProps {
  readonly visit: Visit;
  readonly rules: ShownRules;
  readonly target: RuleTarget;
  readonly refused: RefusedForm<string> | undefined;
}

/** Who sees a category or product, and who pays another price for it. */
export function RulesSection({ visit, rules, target, refused }: RulesSectionProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  const page = pageOfTarget(target);
  const form = (name: RuleFormName) => ({ visit, target, state: stateOf(refused, name) });
  return (
    <>
      <section>
        <h2>{words.visibility}</h2>
        <Table
          label={words.visibility}
          columns={visibilityColumns(visit)}
          rows={rules.visibility.items}
          keyOf={audienceKey}
          whenEmpty={words.noVisibility}
        />
        <Pager next={nextPage(visit, page, 'visibility', rules.visibility.next)} />
        {visit.caller.may('visibility.edit') && <NewVisibility {...form('visibility')} />}
      </section>
      <section>
        <h2>{words.prices}</h2>
        <Table
          label={words.prices}
          columns={priceColumns(visit)}
          rows={rules.prices.items}
          keyOf={audienceKey}
          whenEmpty={words.noPrices}
        />
        <Pager next={nextPage(visit, page, 'prices', rules.prices.next)} />
        {visit.caller.may('prices.edit') && <NewPrice {...form('prices')} />}
      </section>
    </>
  );
}

type Rule = VisibilityRuleDto | PriceRuleDto;

function audienceKey({ account_id: account, group_id: group }: Rule): string {
  return `${account} ${group}`;
}

function visibilityColumns(visit: Visit): Column<VisibilityRuleDto>[] {
  const words = CATALOG_WORDS[visit.language];
  const cell = ({ visible }: VisibilityRuleDto) =>
    visible ? <Badge kind="good">{words.shown}</Badge> : <Badge kind="bad">{words.hidden}</Badge>;
  const columns = [audienceColumn(words), { title: words.rule, cell }];
  return visit.caller.may('visibility.edit')
    ? [...columns, takeBackColumn(words, 'visibility')]
    : columns;
}

function priceColumns(visit: Visit): Column<PriceRuleDto>[] {
  const words = CATALOG_WORDS[visit.language];
  const columns = [audienceColumn(words), { title: words.rule, cell: PriceOfRule }];
  return visit.caller.may('prices.edit') ? [...columns, takeBackColumn(words, 'prices')] : columns;
}

/** What a rule sets: a price, or a percentage on the base price with its sign. */
function PriceOfRule({ percentage, fixed_price: price }: PriceRuleDto): VNode {
  if (percentage === null) return <Money value={price} />;
  return <bdi dir="ltr">{percentage.startsWith('-') ? percentage : `+${percentage}`} %</bdi>;
}

function audienceColumn(words: (typeof CATALOG_WORDS)['en']): Column<Rule> {
  return { title: words.audience, cell: (rule) => <Audience rule={rule} /> };
}

/** For whom a rule is; an account leads to its page. */
function Audience({ rule }: { readonly rule: Rule }): VNode {
  const words = useWords(CATALOG_WORDS);
  const { links } = usePage();
  const { account_id: account, group_id: group } = rule;
  if (account !== null) {
    return (
      <a href={links.to(`accounts/${account}`)}>
        {words.account} <Code>{account}</Code>
      </a>
    );
  }
  if (group === null) return <>{words.everyone}</>;
  return (
    <>
      {words.group} <Code>{group}</Code>
    </>
  );
}

function takeBackColumn(words: (typeof CATALOG_WORDS)['en'], name: RuleFormName): Column<Rule> {
  return { title: words.takeBack, cell: (rule) => <TakeBack rule={rule} name={name} /> };
}

function TakeBack({ rule, name }: { readonly rule: Rule; readonly name: RuleFormName }): VNode {
  const words = useWords(CATALOG_WORDS);
  const { links } = usePage();
  const { account_id, group_id, category_id, product_id } = rule;
  const ids = Object.entries({ account_id, group_id, category_id, product_id });
  return (
    <Form
      action={links.to(`catalog/rules/${name}/clear`)}
      hidden={Object.fromEntries(ids.map(([key, id]) => [key, id === null ? undefined : `${id}`]))}
    >
      <Submit kind="plain">{words.takeBack}</Submit>
    </Form>
  );
}
