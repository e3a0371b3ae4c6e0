import type { KnownSupplierDto } from '../../operations/suppliers/supplier.operations.js';
import { Input } from '../../pages/form.js';
import { Badge } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** The page of a supplier, below the home page. */
export function supplierAddress(name: string): string {
  return `suppliers/${encodeURIComponent(name)}`;
}

/** What the last check found. */
export function SupplierState({ supplier }: { readonly supplier: KnownSupplierDto }) {
  const words = useWords('supplier');
  if (supplier.frozen_until !== null) return <Badge kind="open">{words.isFrozen}</Badge>;
  if (supplier.error !== '') return <Badge kind="bad">{words.failing}</Badge>;
  if (supplier.checked_at === null) return <Badge kind="plain">{words.notChecked}</Badge>;
  return <Badge kind="good">{words.reached}</Badge>;
}

/** The fields of how a supplier is asked. */
export function CallFields({ tokenHint }: { readonly tokenHint: string }) {
  const words = useWords('supplier');
  return (
    <>
      <Input name="url" label={words.address} hint={words.urlHint} />
      <Input
        name="token"
        type="password"
        label={words.token}
        hint={tokenHint}
        autocomplete="new-password"
      />
      <Input name="max_concurrent" label={words.maxConcurrent} />
      <Input name="timeout_seconds" label={words.timeoutSeconds} />
      <Input name="low_balance" label={words.warnBelow} hint={words.lowBalanceHint} />
    </>
  );
}
