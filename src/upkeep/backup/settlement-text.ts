import type { LostCheckpoint } from '../../account/receipts/receipt-history.repository.js';
import type { HeldBack, HeldEvents } from '../../account/webhooks/held-messages.service.js';

/** What a restore has held back, and what it cannot know. */
export interface Settlement {
  /** Everything that was committed after this time is lost. */
  readonly stateOf: Date;
  readonly codes: readonly { readonly stock: string; readonly held: number }[];
  readonly orders: {
    readonly waiting: number;
    /** Those of them that a supplier may have got. */
    readonly atSuppliers: number;
  };
  readonly messages: HeldBack;
  /** For listeners of extensions. */
  readonly events: HeldEvents;
  /** Those that servers have served, and the database does not hold any more. */
  readonly lostCheckpoints: readonly LostCheckpoint[];
}

/** Tells the operator, in sentences with their commands, what is to be settled. */
export function settlementLines(settlement: Settlement): string[] {
  const { stateOf, codes, orders, messages, events, lostCheckpoints } = settlement;
  const time = `${stateOf.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const items = [
    codesText(codes),
    suppliersText(orders),
    byHandText(orders),
    messagesText(messages),
    eventsText(events),
    orderedEventsText(events),
    receiptsText(lostCheckpoints),
  ];
  return [
    `It is the shop of ${time}. Orders, deposits and other changes after that time are lost, acknowledged ones too; an order that is sent again under its order_uuid is a new order.`,
    'newOrder is closed (130). Settle what may have happened after that time:',
    ...items.filter((item) => item !== undefined).map((item, index) => `${index + 1}. ${item}`),
    'Then "souk maintenance off" opens newOrder. Until all is settled, "souk doctor" names the rest.',
  ];
}

function codesText(codes: Settlement['codes']): string {
  const imported =
    'Codes that were imported after that time are no longer in stock: import them again while newOrder is closed, then list those of them that were sold in FILE.';
  if (codes.length === 0) {
    return `Codes: no stock has unsold codes. ${imported} "souk codes release STOCK --sold FILE" sells none that FILE lists.`;
  }
  const each = codes.map(({ stock, held }) => `${held} of ${stock}`).join(', ');
  return `Codes: ${each} may have been sold, and are held back. "souk codes release STOCK --sold FILE" sells them again, except for those that FILE lists; "souk codes release STOCK --all" sells all of them again. ${imported}`;
}

function suppliersText({ atSuppliers }: Settlement['orders']): string | undefined {
  if (atSuppliers === 0) return undefined;
  return `Suppliers: waiting orders that may have been bought: ${atSuppliers}. The server asks the suppliers by check before it sends them again; start it, and see "souk order list --status wait".`;
}

function byHandText({ waiting, atSuppliers }: Settlement['orders']): string | undefined {
  if (waiting <= atSuppliers) return undefined;
  return `Orders: more orders wait that you or a handler of yours may have closed: ${waiting - atSuppliers}. See "souk order list --status wait" before you accept or reject them.`;
}

function messagesText({ held, lost }: Settlement['messages']): string | undefined {
  if (held > 0) {
    return `Webhooks: messages are held back that may have been sent: ${held}. "souk webhook release" sends them, "souk webhook release --drop" deletes them.`;
  }
  if (lost === 0) return undefined;
  return `Webhooks: messages that had failed are not tried again, since a backup does not contain them: ${lost}. See "souk webhook failures".`;
}

function eventsText({ held, lost }: Settlement['events']): string | undefined {
  if (held > 0) {
    return `Events: events for listeners of extensions are held back that may have been handled: ${held}. "souk extension release" sends them, "souk extension release --drop" deletes them.`;
  }
  if (lost === 0) return undefined;
  return `Events: events that a listener of an extension had not handled are not tried again: ${lost}. "souk extension failures" lists them, "souk extension resend ID" sends one.`;
}

function orderedEventsText({ accounts }: Settlement['events']): string | undefined {
  if (accounts === 0) return undefined;
  return `Events in order: accounts are held back whose events may have been handled: ${accounts}. "souk extension release" goes on with them, "souk extension release --drop" goes on behind them.`;
}

function receiptsText(lost: Settlement['lostCheckpoints']): string | undefined {
  if (lost.length === 0) return undefined;
  const each = lost.map(
    ({ accountId, eventNumber, entrySequence }) =>
      `account ${accountId} (event ${eventNumber}, ledger entry ${entrySequence})`,
  );
  return `Receipts: resellers have checkpoints of what is lost: ${each.join(', ')}. "souk receipts break --cause TEXT" tells them why.`;
}
