import {
  UnusualChangesError,
  type Unusual,
  type UnusualItem,
} from '../../catalog/unusual/unusual.js';
import type { UnusualReason } from '../../catalog/unusual/unusual-change.js';
import { FaultText } from '../../pages/fault-text.js';
import { Input } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { changeColumn } from '../../pages/change.js';
import { Table } from '../../pages/table.js';
import { TextLink } from '../../pages/text-links.js';
import { Badge, ShowsAllDigits } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** How many changes of a difference are unusual and why; nothing without any. */
export function UnusualNotice({ unusual }: { readonly unusual: Unusual }) {
  if (unusual.count === 0) return null;
  const { message, messageKey } = new UnusualChangesError(unusual);
  return (
    <Notice kind="bad">
      <FaultText messageKey={messageKey}>{message}</FaultText>
    </Notice>
  );
}

/** The same with the first of them. */
export function UnusualSection({ unusual }: { readonly unusual: Unusual }) {
  const words = useWords('unusual');
  const { price } = useWords('page');
  if (unusual.count === 0) return null;
  return (
    <>
      <UnusualNotice unusual={unusual} />
      <ShowsAllDigits.Provider value={true}>
        <Table
          label={words.unusual}
          columns={[
            [
              words.product,
              ({ id, name }) => <TextLink to={`catalog/products/${id}`}>{name}</TextLink>,
            ],
            changeColumn<UnusualItem>(price, (item) => item),
            [words.unusual, ({ reason }) => <UnusualBadge reason={reason} />],
          ]}
          rows={unusual.first}
          isDense
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
