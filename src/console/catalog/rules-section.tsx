import type { VNode } from 'preact';
import { Pager, Table } from '../../pages/table.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { nextPage } from './next-page.js';
import { InheritedSection } from './inherited-rules.js';
import { audienceKey, priceColumns, visibilityColumns, type RuleFormName } from './rule-columns.js';
import { NewPrice, NewVisibility } from './rule-forms.js';
import { pageOfTarget, type RuleTarget, type ShownRules } from './shown-items.js';

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
  const form = (name: RuleFormName) => ({
    ...{ visit, target, groups: rules.groups, state: stateOf(refused, name) },
    picked: refused?.name === name ? refused.picked : undefined,
  });
  return (
    <>
      <section>
        <h2>{words.visibility}</h2>
        <Table
          label={words.visibility}
          columns={visibilityColumns(visit, rules)}
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
          columns={priceColumns(visit, rules)}
          rows={rules.prices.items}
          keyOf={audienceKey}
          whenEmpty={words.noPrices}
        />
        <Pager next={nextPage(visit, page, 'prices', rules.prices.next)} />
        {visit.caller.may('prices.edit') && <NewPrice {...form('prices')} />}
      </section>
      <InheritedSection visit={visit} rules={rules} />
    </>
  );
}
