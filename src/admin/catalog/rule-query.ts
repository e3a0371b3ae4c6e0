import type { RuleKeyDto, RuleQuery } from './rules.dto.js';

/** The ids of a rule from the parameters of a URL. */
export function ruleKeyOf(query: RuleQuery): RuleKeyDto {
  const given = Object.entries(query).filter(([, text]) => text !== undefined);
  return Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
}
