import type { PriceRuleDto, VisibilityRuleDto } from '../../operations/catalog/rule.operations.js';
import { Form } from '../../pages/form.js';
import type { Column } from '../../pages/table.js';
import { PageLink } from '../../pages/text-links.js';
import { Badge, Money } from '../../pages/values.js';
import type { Visit } from '../visit/visit.js';
import { NameOrId } from '../shell/account-name.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { useWords, wordsOf, type Words } from '../../pages/words.js';

/** The forms of rules, by the last part of the address that takes them. */
export type RuleFormName = 'visibility' | 'prices';

export type Rule = VisibilityRuleDto | PriceRuleDto;

/** Of the rules on what the page shows. @param shown what each sets */
export function ruleColumns<Listed extends Rule>(
  { language, caller }: Visit,
  names: ThingNames,
  name: RuleFormName,
  shown: Column<Listed>[1],
): Column<Listed>[] {
  const words = wordsOf(language, 'catalog');
  const takeBack: Column<Rule> = [
    words.takeBack,
    ({ account_id, group_id, category_id, product_id }) => (
      <Form
        to={`catalog/rules/${name}/clear`}
        hidden={idFields({ account_id, group_id, category_id, product_id })}
        button={words.takeBack}
        kind="plain"
      />
    ),
  ];
  return [
    audienceColumn(words, names),
    [words.rule, shown],
    ...(caller.may(`${name}.edit`) ? [takeBack] : []),
  ];
}

/** Hidden fields of ids, without those that there are not. */
export function idFields(ids: Readonly<Record<string, number | null>>) {
  const given = Object.entries(ids).filter(([, id]) => id !== null);
  return Object.fromEntries(given.map(([name, id]) => [name, String(id)]));
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
  const [kind, id] =
    account === null ? (['group', group] as const) : (['account', account] as const);
  if (id === null) return <>{everyone}</>;
  return (
    <PageLink to={`${kind}s/${id}`}>
      {words[kind]} <NameOrId id={id} names={names[`${kind}s`]} />
    </PageLink>
  );
}

/** What rules are about, by the names of the admin API. */
export type RuleTarget =
  | { readonly category_id: number; readonly product_id?: never }
  | { readonly product_id: number; readonly category_id?: never };

/** The page of a category or product, below the home page. @param target may have null for what it is not about */
export function pageOfTarget({ category_id: category, product_id: product }: TargetIds): string {
  return `catalog/${product ? `products/${product}` : `categories/${category}`}`;
}

interface TargetIds {
  readonly category_id?: number | null;
  readonly product_id?: number | null;
}
