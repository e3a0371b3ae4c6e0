import type { PriceRuleDto, VisibilityRuleDto } from '../../operations/catalog/rule.operations.js';
import { Form } from '../../pages/form.js';
import type { Column } from '../../pages/table.js';
import { PageLink } from '../../pages/text-links.js';
import { Badge, Money } from '../../pages/values.js';
import type { Visit } from '../visit/visit.js';
import { NameOrId } from '../shell/account-name.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { useWords, type Words, wordsOf } from '../../pages/words.js';

/** The forms of rules, by the last part of the address that takes them. */
export type RuleFormName = 'visibility' | 'prices';

export type Rule = VisibilityRuleDto | PriceRuleDto;

/** Of the rules on what the page shows. */
export function visibilityColumns(visit: Visit, names: ThingNames): Column<VisibilityRuleDto>[] {
  const words = wordsOf(visit.language, 'catalog');
  return [
    audienceColumn(words, names),
    [words.rule, VisibilityOfRule],
    ...(visit.caller.may('visibility.edit') ? [takeBackColumn(words, 'visibility')] : []),
  ];
}

/** The same of prices. */
export function priceColumns(visit: Visit, names: ThingNames): Column<PriceRuleDto>[] {
  const words = wordsOf(visit.language, 'catalog');
  return [
    audienceColumn(words, names),
    [words.rule, PriceOfRule],
    ...(visit.caller.may('prices.edit') ? [takeBackColumn(words, 'prices')] : []),
  ];
}

export function VisibilityOfRule({ visible }: VisibilityRuleDto) {
  const { hidden } = useWords('catalog');
  const { visible: shown } = useWords('value');
  return <Badge kind={visible ? 'good' : 'bad'}>{visible ? shown : hidden}</Badge>;
}

/** What a rule sets: a price, or a percentage on the base price with its sign. */
export function PriceOfRule({ percentage, fixed_price: price }: PriceRuleDto) {
  if (percentage === null) return <Money value={price} />;
  return <bdi dir="ltr">{percentage.startsWith('-') ? percentage : `+${percentage}`} %</bdi>;
}

export function audienceColumn(words: Words<'catalog'>, names: ThingNames): Column<Rule> {
  return [words.audience, (rule) => <Audience rule={rule} names={names} />];
}

/** For whom a rule is; an account leads to its page, a group to its own. */
function Audience({ rule, names }: { readonly rule: Rule; readonly names: ThingNames }) {
  const words = useWords('value');
  const { everyone } = useWords('catalog');
  const { account_id: account, group_id: group } = rule;
  if (account !== null) {
    return (
      <PageLink to={`accounts/${account}`}>
        {words.account} <NameOrId id={account} names={names.accounts} />
      </PageLink>
    );
  }
  if (group === null) return <>{everyone}</>;
  return (
    <PageLink to={`groups/${group}`}>
      {words.group} <NameOrId id={group} names={names.groups} />
    </PageLink>
  );
}

function takeBackColumn(words: Words<'catalog'>, name: RuleFormName): Column<Rule> {
  return [words.takeBack, (rule) => <TakeBack rule={rule} name={name} />];
}

function TakeBack({ rule, name }: { readonly rule: Rule; readonly name: RuleFormName }) {
  const words = useWords('catalog');
  const { account_id, group_id, category_id, product_id } = rule;
  const ids = Object.entries({ account_id, group_id, category_id, product_id });
  return (
    <Form
      to={`catalog/rules/${name}/clear`}
      hidden={Object.fromEntries(ids.map(([key, id]) => [key, id === null ? undefined : `${id}`]))}
      button={words.takeBack}
      kind="plain"
    />
  );
}
