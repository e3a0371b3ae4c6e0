import { OperatorError } from '../../common/app-error.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import {
  supplierCatalog,
  supplierList,
  type OfferedCatalogDto,
} from '../../operations/suppliers/supplier.lists.js';
import {
  KNOWN_SUPPLIER,
  supplierAdd,
  supplierCheck,
  supplierFreeze,
  supplierRemove,
  supplierSet,
  supplierSync,
  type KnownSupplierDto,
} from '../../operations/suppliers/supplier.operations.js';
import { MARKUP_CATEGORY, type ListingOptions } from '../catalog/listing-options.js';
import { limitArgument, type AddOwnCommands, type OpenShop } from '../context/command-context.js';
import type { Terminal } from '../context/terminal.js';
import { typedSecret } from '../context/typed-secret.js';
import { answerRow } from '../operations/answer-row.js';
import { addList, addReading } from '../operations/list-command.js';
import { addOperation, type OwnFields } from '../operations/operation-command.js';

interface TokenOptions {
  readonly tokenFile?: string;
  readonly tokenStdin?: true;
}

const token = (terminal: Terminal, which: string, isNeeded: boolean): OwnFields<TokenOptions> => ({
  fields: ['token'],
  add: (command) =>
    command
      .option('--token-file <file>', `file with our ${which} there`)
      .option('--token-stdin', `our ${which} there comes by standard input`),
  read: async ({ tokenFile: file, tokenStdin: isStdin }) => {
    const typed = await typedSecret({ file, isStdin }, 'token', terminal);
    if (typed !== undefined) return { token: typed };
    if (isNeeded) throw new OperatorError('Say --token-file or --token-stdin.');
    return {};
  },
});

interface SyncOptions extends Pick<ListingOptions, 'markupCategory'> {
  readonly every?: number;
  readonly off?: true;
}

const SYNC: OwnFields<SyncOptions> = {
  fields: ['every_minutes', 'markup_by_category'],
  add: (command) =>
    command
      .option('--every <minutes>', 'look again so often', limitArgument)
      .option('--off', 'look no more')
      .option(...MARKUP_CATEGORY),
  read: ({ every, off, markupCategory }) => {
    if (every !== undefined && off) throw new OperatorError('Say --every or --off, not both.');
    return {
      ...((every ?? off) !== undefined && { every_minutes: every ?? null }),
      ...(markupCategory && { markup_by_category: Object.fromEntries(markupCategory) }),
    };
  },
};

export const addSupplierCommands: AddOwnCommands = (supplier, context) => {
  const { terminal } = context;
  /** With what is known of it. */
  const show = async (answer: object, shop: OpenShop): Promise<void> => {
    const { name } = answer as { readonly name: string };
    const known = KNOWN_SUPPLIER.of(await shop.get(SupplierService).get(name));
    terminal.item(answerRow(KNOWN_SUPPLIER.type, known), known);
  };
  addOperation(supplier, context, supplierAdd, {
    description:
      'name another shop with this API; products are bought there after "souk delivery set" or "souk supplier sync"',
    arguments: ['name', 'url'],
    own: token(terminal, 'token', true),
    show,
  });
  addList(supplier, context, supplierList, {
    description: 'all suppliers',
    whenEmpty: 'There is no supplier yet; see "souk supplier add".',
  });
  addReading(supplier, context, supplierCatalog, {
    own: { fields: ['format'], add: (command) => command, read: () => ({}) },
    show: (answer) => {
      const { products, more } = answer as OfferedCatalogDto;
      terminal.list(products, 'Nothing was found.', products);
      if (more) terminal.remark('There are more; raise --limit.');
    },
  });
  addOperation(supplier, context, supplierCheck, {
    show: (answer) => {
      const { name, error } = answer as KnownSupplierDto;
      if (error !== '') throw new OperatorError(`"${name}" cannot be used: ${error}.`);
      terminal.item(answerRow(KNOWN_SUPPLIER.type, answer), answer);
    },
  });
  addOperation(supplier, context, supplierFreeze, { arguments: ['hours'] });
  addOperation(supplier, context, supplierSet, { own: token(terminal, 'new token', false), show });
  addOperation(supplier, context, supplierSync, {
    description: 'keep its catalog listed in ours; "souk catalog import --from-shop" does it once',
    own: SYNC,
    show,
  });
  addOperation(supplier, context, supplierRemove, {
    said: (_, name) => `The supplier ${name} is gone.`,
  });
};
