import type { ComponentProps, ComponentChildren } from 'preact';
import { Disclosure } from './disclosure.js';
import { Form } from './form.js';
import { Details } from './table.js';

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a page, with its heading. */
export function Card({ title, children }: CardProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A part of a page that is one form, which is called like the part unless it has a label. */
export function FormCard({ title, ...form }: ComponentProps<typeof Form> & { title: string }) {
  return (
    <Card title={title}>
      <Form label={title} {...form} />
    </Card>
  );
}

interface FormDisclosureProps extends ComponentProps<typeof Form> {
  readonly title: string;
  readonly isOpen?: boolean;
}

/** The same where the form is seldom needed. It stands open when it was refused. */
export function FormDisclosure({ title, isOpen, ...form }: FormDisclosureProps) {
  return (
    <Disclosure title={title} isOpen={isOpen === true || form.state?.fault !== undefined}>
      <Form label={title} {...form} />
    </Disclosure>
  );
}

/** The values of one thing, as a part of a page. */
export function DetailsCard({ entries }: ComponentProps<typeof Details>) {
  return (
    <section class="card">
      <Details entries={entries} />
    </section>
  );
}
