import type { EntityManager } from 'typeorm';
import type { OperatorText } from '../../locales/operator-text.js';

/** A value on a page: plain text of at most 500 characters, a number, or a link to a page of the console. */
export type SectionValue =
  | string
  | number
  | null
  | {
      readonly link: 'account' | 'order' | 'product';
      /** Of an order its `order_id`. */
      readonly id: number | string;
      /** The id if left out. */
      readonly text?: string;
    };

/** A part of a section. What is beyond 50 rows, 10 columns and 500 characters of a value is left out, and that is told. */
export type SectionPart =
  | { readonly kind: 'text'; readonly text: OperatorText }
  | {
      readonly kind: 'values';
      readonly values: readonly (readonly [label: OperatorText, value: SectionValue])[];
    }
  | {
      readonly kind: 'table';
      readonly columns: readonly OperatorText[];
      readonly rows: readonly (readonly SectionValue[])[];
    };

/** What a section reads with. */
export interface SectionReading {
  /** That of a transaction in which statements that write or lock rows fail. */
  readonly manager: EntityManager;
  /** In which the operator reads, such as `de`. */
  readonly language: string;
  /** Aborted when the section is late, or nobody waits any more. */
  readonly signal: AbortSignal;
}

/** A section that an extension adds to the page of an order, account or product in the console, for reading alone. */
export interface PageSection {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly page: 'order' | 'account' | 'product';
  readonly title: OperatorText;
  /** The name of a permission of the extension; whoever may open the page sees the section if it is left out. */
  readonly permission?: string;
  /**
   * Called each time the page is shown, with 2 seconds. An error, another answer or none in time is a fault: the page then has one
   * sentence in its place.
   * @param id a number, or the `order_id` of an order.
   * @returns undefined for no section.
   */
  read(
    id: number | string,
    reading: SectionReading,
  ): Promise<readonly SectionPart[] | undefined> | readonly SectionPart[] | undefined;
}
