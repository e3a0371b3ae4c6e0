import type { VNode } from 'preact';
import { useWords } from '../../pages/page-context.js';
import { Pager, Table } from '../../pages/table.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { useVisit } from '../visit/use-visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { nextPage } from './next-page.js';
import { InheritedSection } from './inherited-rules.js';
import { priceColumns, visibilityColumns, type RuleFormName } from './rule-columns.js';
import { NewPrice, NewVisibility } from './rule-forms.js';
import { pageOfTarget, type RuleTarget, type ShownRules } from './shown-items.js';

interface RulesSectionProps {
  readonly rules: ShownRules;
  readonly target: RuleTarget;
  readonly refused: RefusedForm<string> | undefined;
}

/** Who sees a category or product, and who pays another price for it. */
export function RulesSection({ rules, target, refused }: RulesSectionProps): VNode {
  const visit = useVisit();
  const words = useWords(CATALOG_WORDS);
  const page = pageOfTarget(target);
  const form = (name: RuleFormName) => ({
    ...{ visit, target, groups: rules.groups, state: stateOf(refused, name) },
  });
  return (
    <>
      <section>
        <h2>{words.visibility}</h2>
        <Table
          label={words.visibility}
          columns={visibilityColumns(visit, rules)}
          rows={rules.visibility.items}
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
          whenEmpty={words.noPrices}
        />
        <Pager next={nextPage(visit, page, 'prices', rules.prices.next)} />
        {visit.caller.may('prices.edit') && <NewPrice {...form('prices')} />}
      </section>
      <InheritedSection rules={rules} />
    </>
  );
}
