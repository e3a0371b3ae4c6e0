import type { PortShape } from '../common/port-shape.js';

const METHOD = { type: 'method', required: true } as const;

/** The events that it wants are checked apart. */
export const LISTENER_SHAPE: PortShape = {
  kind: 'listener',
  members: { concerns: METHOD, handle: METHOD },
};
