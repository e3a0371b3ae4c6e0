import { Column, Entity } from 'typeorm';
import { Rule } from './rule.entity.js';

/** Shows or hides a category or product for an account, a group, or (both null) everyone. */
@Entity('visibility_rules')
export class VisibilityRule extends Rule {
  @Column('boolean')
  visible: boolean;

  /** Who created the rule: an import deletes only rules of imports. */
  @Column('text')
  origin: 'operator' | 'import';
}
