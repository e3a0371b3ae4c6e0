import { erasureAdd, type ErasureDto } from '../../operations/orders/erasure.operations.js';
import { Card } from '../../pages/card.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import { Table } from '../../pages/table.js';
import { Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import { UPKEEP } from './backups-card.js';

interface Props {
  readonly erasures: readonly ErasureDto[];
  readonly state: FormState;
}

/** Erases what was typed into orders, and tells how far the last erasures are. */
export function ErasuresCard({ erasures, state }: Props) {
  const words = useWords('upkeep');
  const { formats } = useVisit();
  return (
    <Card title={words.erasures}>
      <Form
        label={words.erasures}
        hint={words.erasuresHint}
        to={`${UPKEEP}/erasures`}
        state={state}
        button={words.erase}
        kind="danger"
        {...formFor(erasureAdd)}
      >
        <Input name="account_id" label={words.account} />
        <Input name="value" label={words.erasedValue} />
      </Form>
      {erasures.length > 0 && (
        <Table
          label={words.erasures}
          columns={[
            [words.erasureAt, ({ at }) => <Time value={at} />],
            [words.erasureOf, (erasure) => <What erasure={erasure} />],
            [
              words.lookedAt,
              ({ looked_at: seen, orders: all }) =>
                all === null ? formats.count(seen) : words.lookedAtOf({ seen, all }),
            ],
            [words.erased, ({ erased }) => formats.count(erased)],
            [words.state, ({ state: how }) => words.erasureStates[how]],
          ]}
          rows={erasures}
        />
      )}
    </Card>
  );
}

function What({ erasure }: { readonly erasure: ErasureDto }) {
  const words = useWords('upkeep');
  const { account_id: account, by_value: isByValue } = erasure;
  const parts = [
    ...(account === null ? [] : [words.ofAccount({ account: String(account) })]),
    ...(isByValue ? [words.ofValue] : []),
  ];
  return <>{parts.join(', ')}</>;
}
