import type { EntityManager } from 'typeorm';
import type { OperatorText } from '../../locales/operator-text.js';
import type { Role } from '../../people/permissions/roles.js';
import type { ExtensionShop } from '../shop/extension-shop.js';

/** A permission of an extension. Roles and scopes of tokens have it by the name of the extension, such as `acme.refund`. */
export interface OperatorPermission {
  /** Lower-case letters, digits and hyphens, at most 50. */
  readonly name: string;
  /** What it allows, such as "refund payments". */
  readonly text: OperatorText;
  /** The roles that have it, besides the owner, who has all. */
  readonly roles?: readonly Exclude<Role, 'owner'>[];
}

interface FieldText {
  readonly label: OperatorText;
  /** It may be left out. */
  readonly optional?: true;
}

/** A field that an operation asks for, or answers. */
export type OperationField = FieldText &
  (
    | { readonly kind: 'text'; /** 200 if left out. */ readonly maxCharacters?: number }
    | { readonly kind: 'integer'; readonly min: number; readonly max: number }
    /** USD as a decimal text with at most 8 decimals; with a sign where it is `signed`. */
    | { readonly kind: 'money'; readonly signed?: true }
    /** True or false; one that is left out is false. */
    | { readonly kind: 'flag' }
    /** One of some words of lower-case letters, digits and hyphens, each with what pages call it. */
    | { readonly kind: 'choice'; readonly words: Readonly<Record<string, OperatorText>> }
  );

/** By names of lower-case letters, digits and underscores between them, which do not begin with `no_`. */
export type OperationFields = Readonly<Record<string, OperationField>>;

/** Values by the names of their fields; those that were left out are absent. */
export type OperationValues = Readonly<Record<string, string | number | boolean>>;

/** What an operation works with. */
export interface OperationWork {
  /** That of the transaction; of an operation `outside` one for single statements. */
  readonly manager: EntityManager;
  readonly shop: ExtensionShop;
  /** Of its target: a number, or the `order_id` of an order; undefined without a target. */
  readonly id: number | string | undefined;
  readonly input: OperationValues;
  /** Who asks, as the audit names it, such as `operator:ada`. */
  readonly by: string;
  /** The same text when the same request is sent again: a key for calls of `Shop` and of other servers, at most 64 characters. */
  readonly requestReference: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Something that operators can do: a command, a route of the admin API, and a form of the console are made of it. Each is
 * closed to operators without its permission, and has one entry in the audit, with all values of its input: ask for no secrets.
 */
export interface ExtensionOperation {
  /** Lower-case letters, digits and hyphens, at most 50: `refund` is `souk acme refund`, and `acme refund` in the audit. */
  readonly name: string;
  /** What it does, such as "pay a payment back". */
  readonly summary: OperatorText;
  /** The name of a permission that the extension declares. */
  readonly permission: string;
  /** What it is done to; its id is in the path, and the first argument of the command. It exists when `run` is called. */
  readonly target?: 'account' | 'order' | 'product';
  readonly fields?: OperationFields;
  /** The fields of what `run` returns. */
  readonly answer?: OperationFields;
  /**
   * `change` by default: `run` is in a transaction, with the account or product locked, and may not call `Shop`, which would
   * wait for it. `once` is the same, once for each key of a request. `outside` has no transaction, and may call `Shop` and other
   * servers: it is called again under the key of a request until it has answered, so it hands `requestReference` on.
   * `reading` is in a transaction that cannot write, and leaves no entry in the audit.
   */
  readonly kind?: 'change' | 'once' | 'outside' | 'reading';
  /** What follows from it, which the console asks to be confirmed; it asks nothing if this is left out. */
  readonly confirm?: OperatorText;
  /**
   * All but `outside` must end within 10 seconds.
   * @returns the values of `answer`, without secrets
   * @throws OperatorError whose message tells the operator why it is refused. Anything else is a fault of the extension.
   */
  run(work: OperationWork): Promise<OperationValues> | OperationValues | Promise<void>;
}
