/** The states of an order, named as on the wire. */
export const ORDER_STATUSES = ['wait', 'accept', 'reject'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The state of every new order that is not delivered at once. */
export const FIRST_STATUS: OrderStatus = 'wait';

/** The states that may follow each state; accept and reject are final. */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  wait: ['accept', 'reject'],
  accept: [],
  reject: [],
};

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}
