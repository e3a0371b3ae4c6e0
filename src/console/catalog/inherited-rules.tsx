import { isolated } from '../../locales/language.js';
import { Table } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { audienceColumn, PriceOfRule, VisibilityOfRule } from './rule-columns.js';
import type { ShownRules } from './rule-reading.service.js';
import { useWords } from '../../pages/words.js';

/** The rules on the categories above, which hold here unless a nearer rule says otherwise; nothing without one. */
export function InheritedSection({ rules }: { readonly rules: ShownRules }) {
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
