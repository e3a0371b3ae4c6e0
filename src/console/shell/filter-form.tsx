import type { ComponentProps } from 'preact';
import { Form } from '../../pages/form.js';
import { useWords } from '../../pages/words.js';

type FilterFormProps = Omit<ComponentProps<typeof Form>, 'method' | 'class'>;

/** A form that only searches: what it asks for stands in the address of what it finds. */
export function FilterForm(props: FilterFormProps) {
  const { find } = useWords('page');
  return <Form method="get" class="filter" button={find} {...props} />;
}
