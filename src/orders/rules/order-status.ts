/** The states of an order, in the words of the wire. */
export const ORDER_STATUSES = ['wait', 'accept', 'reject'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Every order begins here. */
export const FIRST_STATUS: OrderStatus = 'wait';

/** Where an order may go from each state; accept and reject are final. */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  wait: ['accept', 'reject'],
  accept: [],
  reject: [],
};

/** True when an order may go from one state to the other. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}
