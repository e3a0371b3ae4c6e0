import { Input } from '../../pages/form.js';
import { useWords } from '../../pages/words.js';

/** The times between which something is looked for. */
export function TimeRange() {
  const { from, to } = useWords('page');
  const time = { type: 'datetime-local', isOptional: true } as const;
  return (
    <>
      <Input name="from" label={from} {...time} />
      <Input name="to" label={to} {...time} />
    </>
  );
}
