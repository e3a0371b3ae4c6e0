import type { LedgerEntryDto } from '../../operations/accounts/balance.lists.js';
import { isMadeReference } from '../../admin/requests/request-key.js';
import { Text } from '../../pages/values.js';
import { OrderLink } from '../order-rows/order-parts.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

interface PurposeProps {
  readonly entry: LedgerEntryDto;
  /** The name of what was ordered, as far as it is known. */
  readonly product: string | undefined;
}

/** What an entry is for: its order and product, the reference that somebody gave it, and the note, as far as it has them. */
export function Purpose({ entry, product }: PurposeProps) {
  const mayRead = useVisit().caller.may('orders.read');
  const words = useWords('money');
  const { order_id: orderId, note } = entry;
  const reference =
    entry.reference !== null && isMadeReference(entry.reference) ? null : entry.reference;
  if (orderId === null && reference === null && note === '') return <>{words.noReference}</>;
  return (
    <>
      {orderId !== null && (mayRead ? <OrderLink id={orderId} /> : <Text>{orderId}</Text>)}{' '}
      {product !== undefined && <Text>{product}</Text>}{' '}
      {reference !== null && <Text>{reference}</Text>} {note !== '' && <Text>{note}</Text>}
    </>
  );
}
