import type { ComponentProps, ComponentChildren } from 'preact';
import { Form } from './form.js';
import { Details } from './table.js';
import { ShowsAllDigits } from './values.js';
import { useWords } from './words.js';

/** A part of a page, with its heading. */
export function Card({ title, children }: Pick<DisclosureProps, 'title' | 'children'>) {
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

interface DisclosureProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a page that is shown when its title is chosen, such as a form that is seldom needed. */
export function Disclosure({ title, isOpen, children }: DisclosureProps) {
  return (
    <details class="card" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface TileProps {
  readonly title: string;
  readonly value: ComponentChildren;
  /** What else is known of it, or can be done about it. */
  readonly children?: ComponentChildren;
}

/** One figure or state that matters, as a card. */
export function Tile({ title, value, children }: TileProps) {
  return (
    <section class="card tile">
      <h2>{title}</h2>
      <ShowsAllDigits.Provider value>
        <p class="figure">{value}</p>
        {children !== undefined && <div class="more">{children}</div>}
      </ShowsAllDigits.Provider>
    </section>
  );
}

/** The last part of a page: what is hard to undo, or felt by resellers at once. */
export function DangerZone({ children }: { readonly children: ComponentChildren }) {
  const words = useWords('page');
  return (
    <section class="danger">
      <h2>{words.dangerZone}</h2>
      <div class="columns">{children}</div>
    </section>
  );
}

/** One thing that matters, such as a balance, and what else is known of it. */
interface HeadFact {
  readonly title: string;
  readonly value: ComponentChildren;
  readonly more?: ComponentChildren;
}

interface ThingHeadProps {
  /** Its badges; left out for what has no states. */
  readonly state?: ComponentChildren;
  /** Beside its state, such as a picture, or why it is so. */
  readonly beside?: ComponentChildren;
  /** Two to four; those that are undefined are left out. */
  readonly facts: readonly (HeadFact | false | undefined)[];
  /** What is mostly done with it: buttons, and links that look like them. */
  readonly actions?: ComponentChildren;
}

/** What stands below the name of a thing: its state, what matters most, and what is mostly done with it. */
export function ThingHead({ state, beside, facts, actions }: ThingHeadProps) {
  const words = useWords('common');
  return (
    <section class="card head">
      {Boolean(state ?? beside) && (
        <div class="states">
          {state !== undefined && <span class="unseen">{words.state}: </span>}
          {state}
          {beside}
        </div>
      )}
      <dl>
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact.title}>
                <dt>{fact.title}</dt>
                <ShowsAllDigits.Provider value>
                  <dd class="figure">{fact.value}</dd>
                  {fact.more && <dd class="more">{fact.more}</dd>}
                </ShowsAllDigits.Provider>
              </div>
            ),
        )}
      </dl>
      {actions && <div class="actions">{actions}</div>}
    </section>
  );
}
