import type { PortMembers } from '../../common/port-fault.js';
import type { PortShape } from '../../common/port-shape.js';
import type { PolicyMethod } from './policy-faults.js';

const METHOD = { type: 'method', required: true } as const;

const MEMBERS: Readonly<Record<PolicyMethod, PortMembers[string]>> = {
  read: METHOD,
  digest: METHOD,
  shows: METHOD,
  showsCategory: { type: 'method' },
  price: METHOD,
  goodUntil: METHOD,
};

/**
 * Most methods are required even where they would do nothing, and unknown ones are refused, because a misspelled one would
 * show what must be hidden.
 */
export const POLICY_SHAPE: PortShape = { kind: 'catalog policy', members: MEMBERS, isClosed: true };
