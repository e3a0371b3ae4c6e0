import { Submit } from '../../pages/form.js';

interface TryFirstProps {
  /** The text of the button that only tells what would change. */
  readonly tryIt: string;
  readonly kind?: 'danger';
  /** The text of the button that changes it. */
  readonly children: string;
}

/** The buttons of a form that can be tried before it changes anything. */
export function TryFirst({ tryIt, kind, children }: TryFirstProps) {
  return (
    <div class="actions">
      <Submit name="dry_run" value="1" kind="plain">
        {tryIt}
      </Submit>
      <Submit kind={kind}>{children}</Submit>
    </div>
  );
}
