import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { useVisit } from '../visit/use-visit.js';
import { ListSection } from './list-section.js';
import {
  PriceOfRule,
  ruleColumns,
  VisibilityOfRule,
  audienceColumn,
  pageOfTarget,
  type RuleFormName,
  type RuleTarget,
} from './rule-columns.js';
import { NewPrice, NewVisibility } from './rule-forms.js';
import type { ShownRules } from './rule-reading.service.js';
import { useWords } from '../../pages/words.js';
import { isolated } from '../../locales/language.js';
import { Table } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';

interface RulesSectionProps {
  readonly rules: ShownRules;
  readonly target: RuleTarget;
  readonly refused: RefusedForm<string> | undefined;
}

/** Who sees a category or product, and who pays another price for it. */
export function RulesSection({ rules, target, refused }: RulesSectionProps) {
  const visit = useVisit();
  const words = useWords('catalog');
  const at = pageOfTarget(target);
  const list = (name: RuleFormName) => ({ at, list: name, title: words[name] });
  const form = (name: RuleFormName) => ({
    ...{ target, groups: rules.groups, state: stateOf(refused, name) },
  });
  return (
    <>
      <ListSection
        {...list('visibility')}
        columns={ruleColumns(visit, rules.names, 'visibility', VisibilityOfRule)}
        page={rules.visibility}
        whenEmpty={words.noVisibility}
      >
        {visit.caller.may('visibility.edit') && <NewVisibility {...form('visibility')} />}
      </ListSection>
      <ListSection
        {...list('prices')}
        columns={ruleColumns(visit, rules.names, 'prices', PriceOfRule)}
        page={rules.prices}
        whenEmpty={words.noPrices}
      >
        {visit.caller.may('prices.edit') && <NewPrice {...form('prices')} />}
      </ListSection>
      <InheritedSection rules={rules} />
    </>
  );
}

/** The rules on the categories above, which hold here unless a nearer rule says otherwise; nothing without one. */
function InheritedSection({ rules }: Pick<RulesSectionProps, 'rules'>) {
  const words = useWords('catalog');
  if (rules.inherited.length === 0) return null;
  const audience = audienceColumn(words, rules.names);
  return (
    <section>
      <h2>{words.inherited}</h2>
      <p class="hint">{words.inheritedHint}</p>
      {rules.inherited.map(({ category, visibility, prices }) => (
        <section key={category.id}>
          <h3>
            <TextLink to={`catalog/categories/${category.id}`}>{category.name}</TextLink>
          </h3>
          {visibility.length > 0 && (
            <Table
              label={`${words.visibility}: ${isolated(category.name)}`}
              columns={[audience, [words.rule, VisibilityOfRule]]}
              rows={visibility}
            />
          )}
          {prices.length > 0 && (
            <Table
              label={`${words.prices}: ${isolated(category.name)}`}
              columns={[audience, [words.rule, PriceOfRule]]}
              rows={prices}
            />
          )}
        </section>
      ))}
    </section>
  );
}
