import type { PortShape } from '../../common/port-shape.js';

const METHOD = { type: 'method', required: true } as const;

export const CHECK_SHAPE: PortShape = {
  kind: 'order check',
  members: { concerns: METHOD, check: METHOD },
};
