import {
  UnusualChangesError,
  type Unusual,
  type UnusualItem,
} from '../../catalog/unusual/unusual.js';
import type { UnusualReason } from '../../catalog/unusual/unusual-change.js';
import { FaultText } from '../../pages/fault-text.js';
import { Input } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { moneyColumn, Table } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { Badge, ShowsAllDigits } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** How many changes of a difference are unusual and why, with the first of them; nothing without any. */
export function UnusualSection({ unusual }: { readonly unusual: Unusual }) {
  const words = useWords('unusual');
  if (unusual.count === 0) return null;
  const { message, messageKey } = new UnusualChangesError(unusual);
  return (
    <>
      <Notice kind="bad">
        <FaultText messageKey={messageKey}>{message}</FaultText>
      </Notice>
      <ShowsAllDigits.Provider value={true}>
        <Table
          label={words.unusual}
          columns={[
            [
              words.product,
              ({ id, name }) => <TextLink to={`catalog/products/${id}`}>{name}</TextLink>,
            ],
            moneyColumn<UnusualItem>(words.before, ({ before }) => before),
            moneyColumn<UnusualItem>(words.after, ({ after }) => after),
            [words.unusual, ({ reason }) => <UnusualBadge reason={reason} />],
          ]}
          rows={unusual.first}
        />
      </ShowsAllDigits.Provider>
    </>
  );
}

/** Why a change is unusual; nothing for one that is not. */
export function UnusualBadge({ reason }: { readonly reason: UnusualReason | null }) {
  const words = useWords('unusual');
  return reason && <Badge kind="bad">{words[reason]}</Badge>;
}

/** The field for their number, which has to be typed before all of it is applied. */
export function AcceptUnusual() {
  const words = useWords('unusual');
  return <Input name="accept_unusual" label={words.accept} isDecimal />;
}
